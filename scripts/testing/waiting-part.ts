import { readdirSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'

/** The main job and what must never break in it: these run whatever was changed (a part of a path each). */
export const alwaysRun = [
  'counter/refunds.spec.ts',
  'scanner/scanner.spec.ts',
  'start/start.spec.ts',
  'kill/while-sending.spec.ts',
  'receipt/refund-record.spec.ts',
] as const

const oneIn = 6

/** Folders of `e2e` that have a run of their own (playwright.config.ts). */
const runsOfTheirOwn = ['packaged', 'test-package', 'page', 'screens']

/** Every end-to-end test file of the app's own run, below `e2e`, in order. */
export function endToEndFiles(): readonly string[] {
  const below = (folder: string): string[] =>
    readdirSync(inProject('e2e', folder), { withFileTypes: true }).flatMap((entry) => {
      const place = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) return runsOfTheirOwn.includes(place) ? [] : below(place)
      return place.endsWith('.spec.ts') ? [place] : []
    })
  return below('.').sort()
}

/**
 * The end-to-end files that somebody who waits at the screen runs: those of the main job, and of the others one in six.
 * Six turns one after the other reach every file.
 * @param turn of the commit (proof/run/seed-of-commit.mjs)
 */
export function waitingPart(files: readonly string[], turn: number): readonly string[] {
  const isAlways = (file: string) => alwaysRun.some((name) => file.endsWith(name))
  const others = files.filter((file) => !isAlways(file))
  return [...files.filter(isAlways), ...others.filter((_file, at) => at % oneIn === turn % oneIn)]
}
