import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(__dirname, '..', '..', '..', '..')

/**
 * Bundles a thread's source, a path below the project's folder, as the build does, for a test that starts it for real.
 * Below `out/`, so that what it leaves to Node is found; the caller removes the folder.
 */
export async function buildThread(
  source: string,
): Promise<{ readonly file: string; readonly folder: string }> {
  mkdirSync(path.join(root, 'out'), { recursive: true })
  const name = path.basename(source, '.ts')
  const folder = mkdtempSync(path.join(root, 'out', `${name}-`))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: source,
      outDir: folder,
      target: 'node18',
      minify: false,
      rollupOptions: { external: ['libsql'], output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
    ssr: { noExternal: true, external: ['libsql'] },
  })
  return { file: path.join(folder, `${name}.cjs`), folder }
}
