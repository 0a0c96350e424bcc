import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Where a part of the build notes the packages that are in it.
 * @param build the folder of the whole build
 */
export function notedPackages(build: string, part: string) {
  return path.join(build, 'packages', `${part}.json`)
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
 * Notes in the build's folder, under `packages`, which packages a part of the program is made of, styles and fonts
 * included: their licences want to be shipped with it (packaging/notices.ts).
 */
export function notePackages(part: string): Plugin {
  let build = ''
  return {
    name: 'note-packages',
    configResolved(config) {
      build = path.dirname(path.resolve(config.root, config.build.outDir))
    },
    generateBundle() {
      const folders = [...this.getModuleIds()].map(packageOf).filter((folder) => folder !== null)
      const file = notedPackages(build, part)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify([...new Set(folders)].sort(), null, 2)}\n`)
    },
  }
}
