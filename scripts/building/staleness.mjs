// @ts-check
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'

const stampFile = inProject('out', '.built')
const sources = [
  'src',
  'resources',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.base.json',
]

/** Whether anything the build is made of has changed since the last one that succeeded. */
export function buildIsStale() {
  if (!existsSync(stampFile)) return true
  return readFileSync(stampFile, 'utf8') !== fingerprint()
}

/**
 * The state of the sources now: their number and the time of the latest change, folders included, so that
 * a removed file is seen too. Tests are no part of the build.
 */
export function fingerprint() {
  let newest = 0
  let count = 0
  /** @param {string} place */
  const visit = (place) => {
    if (!existsSync(place) || /\.test\.tsx?$/.test(place)) return
    const found = statSync(place)
    count += 1
    if (found.isDirectory()) for (const name of readdirSync(place)) visit(path.join(place, name))
    else newest = Math.max(newest, found.mtimeMs)
  }
  for (const source of sources) visit(inProject(source))
  return `${count} ${newest}`
}

/**
 * Remembers which state of the sources the build in out/ was made of.
 * @param {string} state the fingerprint taken before the build began
 */
export function stampBuild(state) {
  writeFileSync(stampFile, state)
}
