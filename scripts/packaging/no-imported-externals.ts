import type { Plugin } from 'vite'

/**
 * Lets the build fail when a dynamic import of something that is not bundled is left in it. In the package that
 * lies in an archive, where Electron 25's module loader finds nothing: it must be a `require`. What Node itself
 * brings lies in no archive.
 */
export function noImportedExternals(): Plugin {
  return {
    name: 'no-imported-externals',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const name of chunk.dynamicImports) {
          if (name in bundle || name.startsWith('node:')) continue
          this.error(`${chunk.fileName} imports ${name} dynamically, which fails in the package: require it`)
        }
      }
    },
  }
}
