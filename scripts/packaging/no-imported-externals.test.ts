import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noImportedExternals } from './no-imported-externals'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-bundle-'))
  writeFileSync(path.join(folder, 'beside.js'), 'export const beside = 1')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Bundles this text as the main process is bundled. */
function bundle(text: string): Promise<unknown> {
  const entry = path.join(folder, 'entry.js')
  writeFileSync(entry, text)
  return build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [noImportedExternals()],
    build: {
      ssr: entry,
      write: false,
      rolldownOptions: { external: ['keytar', /^node:/], output: { format: 'cjs' } },
    },
  })
}

it('fails a build in which a native package is imported dynamically', async () => {
  const words = /entry\.js imports keytar dynamically/
  await expect(bundle("export const load = () => import('keytar')")).rejects.toThrow(words)
})

it.each([
  ['a native package that is required', "export const load = () => require('keytar')"],
  ['a native package that is imported at once', "import keytar from 'keytar'; export const load = keytar"],
  ['a module of our own', "export const load = () => import('./beside.js')"],
  ['a module of Node', "export const load = () => import('node:fs')"],
])('lets pass %s', async (_what, text) => {
  await expect(bundle(text)).resolves.toBeDefined()
})
