import type { Plugin } from 'vite'

/**
 * Fails the build when it still imports something dynamically that is not bundled. In the package that is in an archive, where
 * Electron 25's module loader finds nothing: it must be a `require`. Node's own modules are in no archive.
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
