// @ts-check
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { inProject, say } from '../scripts/setup/project.mjs'
import { packageApp } from '../scripts/testing/runners'
import { figureOf } from './figures.mjs'
import { quick, sizes } from './plan.mjs'

/** In kB. */
function scriptsSize() {
  const assets = inProject('out', 'renderer', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return scripts.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(assets, name))).length, 0) / 1000
}

/** Packages the program for it. */
async function packageFigures() {
  const { folder } = await packageApp('package')
  return [
    figureOf('the packaged program', 'MB', [bytesBelow(folder) / 1e6]),
    figureOf('what of it is not Electron', 'MB', [bytesBelow(path.join(folder, 'resources')) / 1e6]),
  ]
}

/** @param {string} folder @returns {number} */
function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(place) : statSync(place).size)
  }, 0)
}

/**
 * Sizes of what is given to a store.
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function sizeFigures(tills) {
  say('sizes …')
  return [
    figureOf('disk for each saved record', 'bytes', [tills.many.bytes / sizes.many]),
    figureOf('all scripts of the window, gzip', 'kB', [scriptsSize()]),
    ...(quick ? [] : await packageFigures()),
  ]
}
