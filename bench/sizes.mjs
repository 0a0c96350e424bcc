// @ts-check
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packageApp } from '../scripts/packaging/package-app'
import { setUp } from '../scripts/setup/place-electron'
import { inProject, say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { sizes } from './plan.mjs'

/**
 * Sizes of what is given to a store. Packages the program for it.
 * @returns {Promise<{ all: number, packaged: number, ours: number }>} kB gzip of the page's scripts, MB of the packaged
 *   program and of what of it is not Electron
 */
async function measureSizes() {
  const assets = inProject('out', 'renderer', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const all = scripts.map((name) => gzipSync(readFileSync(path.join(assets, name))).length)
  const electron = await setUp()
  const { folder } = await packageApp(electron, electron.floor ? 'trial_package' : 'package')
  const packaged = bytesBelow(folder)
  return {
    all: all.reduce((sum, size) => sum + size, 0) / 1000,
    packaged: packaged / 1e6,
    ours: bytesBelow(path.join(folder, 'resources')) / 1e6,
  }
}

/** @param {string} folder @returns {number} */
function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(place) : statSync(place).size)
  }, 0)
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function sizeFigures(tills) {
  say('sizes …')
  const { all, packaged, ours } = await measureSizes()
  return [
    figureOf('disk for each saved record', 'bytes', [tills.many.bytes / sizes.many]),
    figureOf('all scripts of the window, gzip', 'kB', [all]),
    figureOf('the packaged program', 'MB', [packaged]),
    figureOf('what of it is not Electron', 'MB', [ours]),
  ]
}
