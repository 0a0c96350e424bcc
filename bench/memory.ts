import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../scripts/setup/project.mjs'
import { type Figure, figureOf } from './figures'
import { newTill, withTill } from './open-program'
import { restMs, rounds, written } from './plan'
import { makeScanner } from './scans'
import { localService } from './tills'

const receipts = 200

/** What a till weighs after so many lookups, each answered by a service on this computer. */
export async function growthFigures(): Promise<readonly Figure[]> {
  say(`memory after ${written(rounds.lookups)} lookups …`)
  const service = await localService(receipts)
  const { before, after } = await withTill({ profile: await newTill(service) }, async ({ page, pid }) => {
    const session = await page.context().newCDPSession(page)
    const weigh = async () => {
      // What the page has let go of and not yet collected is no growth.
      await session.send('HeapProfiler.collectGarbage')
      await pause(restMs)
      return memoryOf(pid)
    }
    const scan = await makeScanner(page)
    const before = await weigh()
    for (let done = 1; done <= rounds.lookups; done += 1) await scan(service.codes[done % receipts] ?? '')
    return { before, after: await weigh() }
  }).finally(service.stop)
  return [
    figureOf(`memory after ${written(rounds.lookups)} lookups`, 'MB', [after], {
      beside: ['idle', [before]],
    }),
  ]
}

/**
 * The proportional memory (PSS) of a process and all below it, in MB; Linux tells it, for others it is NaN.
 * @param root the process's id
 */
export function memoryOf(root: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), numberIn(`/proc/${name}/status`, /^PPid:\s*(\d+)/m)]),
  )
  const family = [...parents.keys()].filter((pid) => descends(pid, root, parents))
  return family.reduce((sum, pid) => sum + numberIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s*(\d+)/m), 0) / 1024
}

function numberIn(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process ended in between; then it weighs nothing.
    return 0
  }
}

function descends(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  if (pid === root) return true
  const parent = parents.get(pid)
  return parent !== undefined && parent > 1 && descends(parent, root, parents)
}
