// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'

/** Where a part of the build notes the packages that are in it. @param {string} part */
export function notedPackages(part) {
  return inProject('out', 'packages', `${part}.json`)
}

/**
 * The package that a bundled module is of, by its folder below the project; null for a module of our own.
 * @param {string} moduleId as the bundler has it
 */
export function packageOf(moduleId) {
  const place = moduleId.replaceAll('\\', '/')
  return /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+)\//.exec(place)?.[1] ?? null
}

/**
 * Notes in out/packages which packages a part of the program is made of, styles and fonts included: their licences
 * want to be shipped with it (packaging/notices.mjs).
 * @param {string} part
 * @returns {import('vite').Plugin}
 */
export function notePackages(part) {
  return {
    name: 'note-packages',
    generateBundle() {
      const folders = [...this.getModuleIds()].map(packageOf).filter((folder) => folder !== null)
      const file = notedPackages(part)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify([...new Set(folders)].sort(), null, 2)}\n`)
    },
  }
}
