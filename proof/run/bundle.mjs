// @ts-check
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { applyEdits } from './place-mutants.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * What stands in the place of what in the histories' program: a line in memory.
 * @type {readonly { readonly isIn: RegExp, readonly name: string, readonly file: string }[]}
 */
const standIns = [
  { isIn: /\/src\/main\/service\/exchange\.ts$/, name: 'exchange', file: 'proof/till/simulated-exchange.ts' },
]

/**
 * Bundles one of the harness's programs for plain Node. With `simulated` the stand-ins take their places; with `edits`
 * every mutant is built into it, and `PROVE_MUTANTS=3,7` in the environment says which of them are made.
 * @param {{ entry: string, outDir: string, simulated?: boolean, edits?: readonly import('./place-mutants.mjs').Edit[] }} options
 * `entry` below the project
 * @returns {Promise<void>}
 */
export async function bundle({ entry, outDir, simulated = false, edits = [] }) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [
      ...(simulated ? [standingIn()] : []),
      ...(edits.length > 0 ? [mutating(edits), allLoaded(edits)] : []),
    ],
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node18',
      minify: false,
      sourcemap: edits.length === 0,
      rollupOptions: {
        external: ['libsql', 'keytar', 'vite'],
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          banner:
            'globalThis.proveMutants = new Set((process.env.PROVE_MUTANTS ?? "").split(",").map(Number));',
        },
      },
    },
    ssr: { noExternal: true, external: ['libsql', 'keytar', 'vite'] },
  })
}

/** @returns {import('vite').Plugin} */
function standingIn() {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    transform(code, id) {
      const place = id.replaceAll('\\', '/')
      const standIn = standIns.find(({ isIn }) => isIn.test(place))
      if (standIn === undefined) return null
      const { name, file } = standIn
      const own = `export async function ${name}(`
      if (!code.includes(own)) throw new Error(`${place} declares no ${name}`)
      const from = JSON.stringify(join(root, file))
      return `import { ${name} } from ${from}\nexport { ${name} }\n${code.replace(own, 'async function _overTheNetwork(')}`
    },
  }
}

/**
 * Builds mutants into whatever source of the program is loaded.
 * @param {readonly import('./place-mutants.mjs').Edit[]} edits
 * @returns {import('vite').Plugin}
 */
export function mutating(edits) {
  const files = [...new Set(edits.map((edit) => edit.file))]
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const place = id.replaceAll('\\', '/')
      const file = files.find((name) => place.endsWith(`/${name}`))
      if (file === undefined) return undefined
      return {
        code: applyEdits(
          code,
          edits.filter((edit) => edit.file === file),
        ),
        map: null,
      }
    },
  }
}

/**
 * A mutant in a source that is part of no program would never be made.
 * @param {readonly import('./place-mutants.mjs').Edit[]} edits
 * @returns {import('vite').Plugin}
 */
function allLoaded(edits) {
  const waiting = new Set(edits.map(({ file }) => file))
  return {
    name: 'all mutants loaded',
    moduleParsed({ id }) {
      const place = id.replaceAll('\\', '/')
      for (const file of waiting) if (place.endsWith(`/${file}`)) waiting.delete(file)
    },
    buildEnd(error) {
      if (error === undefined && waiting.size > 0) {
        throw new Error(`Never loaded, so never changed: ${[...waiting].join(', ')}`)
      }
    },
  }
}
