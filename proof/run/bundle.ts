import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { projectFolder } from '../../scripts/setup/project.mjs'
import { applyEdits, type Edit } from './place-mutants'

/**
 * Bundles one of the harness's programs for plain Node. With `simulated` a line in memory takes the place of the network;
 * with `edits` every mutant is built into it, and `PROVE_MUTANTS=3,7` in the environment says which of them are made.
 * @param options `entry` below the project
 */
export async function bundle(options: {
  readonly entry: string
  readonly outDir: string
  readonly simulated?: boolean
  readonly edits?: readonly Edit[]
}): Promise<void> {
  const { entry, outDir, simulated = false, edits = [] } = options
  const external = ['libsql', 'keytar', 'vite']
  await build({
    configFile: false,
    root: projectFolder,
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
        external,
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          banner:
            'globalThis.proveMutants = new Set((process.env.PROVE_MUTANTS ?? "").split(",").map(Number));',
        },
      },
    },
    ssr: { noExternal: true, external },
  })
}

const isFile = (id: string, file: string) => id.replaceAll('\\', '/').endsWith(`/${file}`)

/** Puts the simulated exchange in the place of the one over the network. */
function standingIn(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    transform(code, id) {
      if (!isFile(id, 'src/main/service/exchange.ts')) return null
      const own = 'export async function exchange('
      if (!code.includes(own)) throw new Error(`${id} declares no exchange`)
      const from = JSON.stringify(join(projectFolder, 'proof/till/simulated-exchange.ts'))
      const rest = code.replace(own, 'async function _overTheNetwork(')
      return `import { exchange } from ${from}\nexport { exchange }\n${rest}`
    },
  }
}

/** Builds mutants into whatever source of the program is loaded. */
export function mutating(edits: readonly Edit[]): Plugin {
  const files = [...new Set(edits.map(({ file }) => file))]
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const file = files.find((name) => isFile(id, name))
      if (file === undefined) return undefined
      const own = edits.filter((edit) => edit.file === file)
      return { code: applyEdits(code, own), map: null }
    },
  }
}

/** A mutant in a source that is part of no program would never be made. */
function allLoaded(edits: readonly Edit[]): Plugin {
  const waiting = new Set(edits.map(({ file }) => file))
  return {
    name: 'all mutants loaded',
    moduleParsed({ id }) {
      for (const file of waiting) if (isFile(id, file)) waiting.delete(file)
    },
    buildEnd(error) {
      if (error === undefined && waiting.size > 0) {
        throw new Error(`Never loaded, so never changed: ${[...waiting].join(', ')}`)
      }
    },
  }
}
