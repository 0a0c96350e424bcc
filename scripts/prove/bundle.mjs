// @ts-check
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * @typedef {object} Replacement
 * @property {string} file path below the project, with forward slashes
 * @property {string} find text that must stand there exactly once
 * @property {string} replace
 */

/**
 * Bundles one of the harness's programs for plain Node, optionally with some places of the source changed: that
 * is how mutants of the protocol are made. Rejects when a place is not there exactly once.
 * @param {{ entry: string, outDir: string, replacements?: readonly Replacement[] }} options `entry` below the project
 * @returns {Promise<void>}
 */
export async function bundle({ entry, outDir, replacements = [] }) {
  const waiting = new Set(replacements)
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [replacing(replacements, waiting)],
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node18',
      minify: false,
      sourcemap: replacements.length === 0,
      rollupOptions: {
        external: ['libsql', 'keytar'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
    ssr: { noExternal: true, external: ['libsql', 'keytar'] },
  })
  const missing = [...waiting].map((replacement) => replacement.file)
  if (missing.length > 0) throw new Error(`Never loaded, so never changed: ${missing.join(', ')}`)
}

/**
 * @param {readonly Replacement[]} replacements
 * @param {Set<Replacement>} waiting
 * @returns {import('vite').Plugin}
 */
function replacing(replacements, waiting) {
  return {
    name: 'replace-in-source',
    enforce: 'pre',
    transform(code, id) {
      let changed = code
      for (const replacement of replacements) {
        if (!id.replaceAll('\\', '/').endsWith(`/${replacement.file}`)) continue
        const parts = changed.split(replacement.find)
        if (parts.length !== 2) {
          throw new Error(`${replacement.file}: «${replacement.find}» stands there ${parts.length - 1} times`)
        }
        changed = parts.join(replacement.replace)
        waiting.delete(replacement)
      }
      return changed === code ? undefined : { code: changed, map: null }
    },
  }
}
