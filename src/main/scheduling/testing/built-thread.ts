import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(__dirname, '..', '..', '..', '..')

/**
 * Bundles the search's thread as the build does, for a test that starts it for real. Below `out/`, so that what it
 * leaves to Node is found; the caller removes the folder.
 */
export async function buildSearchThread(): Promise<{ readonly file: string; readonly folder: string }> {
  mkdirSync(path.join(root, 'out'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'out', 'search-thread-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: 'src/main/search/copy-search-thread.ts',
      outDir: folder,
      target: 'node18',
      minify: false,
      rollupOptions: { external: ['libsql'], output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
    ssr: { noExternal: true, external: ['libsql'] },
  })
  return { file: path.join(folder, 'copy-search-thread.cjs'), folder }
}
