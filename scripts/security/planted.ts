import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { removeTemporaryFolder, temporaryFolder } from '../setup/folders'
import type { Finding } from './finding'
import { lintLock } from './lint-lock'
import { lintSource } from './lint-sources'
import { packagesOf } from './locks'
import { scanBuild } from './scan-build'
import type { LoadTool } from './tools'

/** Mistakes as somebody might write them, and the rule that must notice each. */
const sources: readonly (readonly [source: string, rule: string])[] = [
  ['export const paint = (e: Element, text: string) => { e.innerHTML = text }', 'no-unsanitized/property'],
  [
    "export const add = (e: Element, t: string) => e.insertAdjacentHTML('beforeend', t)",
    'no-unsanitized/method',
  ],
  ['// eslint-disable-next-line\nexport const run = (code: string) => eval(code)', 'no-eval'],
  ['export const run = (code: string) => new Function(code)', 'no-new-func'],
  ["export const run = (code: string) => setTimeout('x' + code, 1)", 'no-implied-eval'],
  ["export const link = 'javascript:void 0'", 'no-script-url'],
  [
    'export const page = (h: string) => <p dangerouslySetInnerHTML={{ __html: h }} />',
    'no-restricted-syntax',
  ],
  ['export const options = { webPreferences: { nodeIntegration: true } }', 'no-restricted-syntax'],
  ["export const options = { 'sandbox': false as const }", 'no-restricted-syntax'],
  ['export const open = (url: string) => shell.openExternal(url)', 'no-restricted-syntax'],
  ["app.on('certificate-error', (_e, _c, _u, _r, _x, yes) => yes(true))", 'no-restricted-syntax'],
]

const build = {
  // As the bundler writes it.
  'main/index.js': `let electron = require('electron')
class Kept { #it = 1; look(other) { return #it in other } }
new electron.BrowserWindow({ webPreferences: { webSecurity: false, sandbox: false, contextIsolation: false } })
new electron.BrowserWindow({ webPreferences: { nodeIntegration: true } })
electron.shell.openExternal(process.argv[2])
electron.app.on('certificate-error', (event, contents, url, error, certificate, yes) => { event.preventDefault(); yes(true) })`,
  'renderer/index.html': '<!doctype html><webview src="http://example.com" allowpopups></webview>',
}

const rulesInBuild = [
  'NODE_INTEGRATION_JS_CHECK',
  'WEB_SECURITY_JS_CHECK',
  'SANDBOX_JS_CHECK',
  'CONTEXT_ISOLATION_JS_CHECK',
  'OPEN_EXTERNAL_JS_CHECK',
  'CERTIFICATE_ERROR_EVENT_JS_CHECK',
  'ALLOWPOPUPS_HTML_CHECK',
]

const lock = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { name: 'planted' },
    'node_modules/one': { version: '1.0.0', resolved: 'http://example.com/one.tgz', integrity: 'sha1-abc' },
    'node_modules/two': {
      version: '1.0.0',
      resolved: 'https://registry.npmjs.org/other/-/other-1.0.0.tgz',
      integrity: 'sha512-abc',
    },
  },
})

/**
 * Makes mistakes on purpose and answers a finding for each that was not noticed: a tool that reads nothing, or a rule
 * that has another name now, would find nothing in the program either.
 */
export async function findUnnoticed(load: LoadTool): Promise<readonly Finding[]> {
  const missed: string[] = []
  const demand = (findings: readonly Finding[], rule: string) => {
    if (!findings.some((finding) => finding.rule === rule)) missed.push(rule)
  }
  for (const [source, rule] of sources) {
    demand(await lintSource(load, 'src/planted.tsx', source), `lint: ${rule}`)
  }
  const found = await scanPlanted(load)
  for (const rule of rulesInBuild) demand(found, `electronegativity: ${rule}`)
  const judged = lintLock(load, {
    name: 'planted',
    text: lock,
    packages: packagesOf(lock, true),
    manifest: {},
  })
  for (const rule of ['host', 'https', 'names', 'integrity']) demand(judged, `lockfile-lint: ${rule}`)
  return missed.map((where) => ({ rule: 'planted: unnoticed', where, what: 'a mistake made on purpose' }))
}

async function scanPlanted(load: LoadTool): Promise<readonly Finding[]> {
  const folder = temporaryFolder('planted')
  try {
    for (const [file, text] of Object.entries(build)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    return await scanBuild(load, folder)
  } finally {
    removeTemporaryFolder(folder)
  }
}
