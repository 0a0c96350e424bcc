import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { inProject } from '../setup/project.mjs'

/** Where a part of the build notes the packages that are in it. */
export function notedPackages(part: string) {
  return inProject('out', 'packages', `${part}.json`)
}

/**
 * The package that a bundled module is of, by its folder below the project; null for a module of our own.
 * @param moduleId as the bundler has it
 */
export function packageOf(moduleId: string) {
  const place = moduleId.replaceAll('\\', '/')
  return /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+)\//.exec(place)?.[1] ?? null
}

/**
 * Notes in out/packages which packages a part of the program is made of, styles and fonts included: their licences
 * want to be shipped with it (packaging/notices.ts).
 */
export function notePackages(part: string): Plugin {
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
