#!/usr/bin/env node
// Stands in for fpm (CUSTOM_FPM_PATH) on a machine that can't download it, and makes a .deb by the system's own dpkg-deb. It
// is here for nothing else. What it is not told to do by electron-builder today, it refuses.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PlainFailure, runScript } from '../setup/project.mjs'

const text = /** @type {const} */ ({ type: 'string' })
const several = /** @type {const} */ ({ type: 'string', multiple: true })

await runScript(async (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      'input-type': { ...text, short: 's' },
      'output-type': { ...text, short: 't' },
      force: { type: 'boolean' },
      depends: { ...several, short: 'd', default: [] },
      'deb-recommends': { ...several, default: [] },
      'deb-compression': text,
      'deb-priority': text,
      architecture: text,
      'after-install': text,
      'after-remove': text,
      description: text,
      version: text,
      package: text,
      name: text,
      maintainer: text,
      vendor: text,
      url: text,
      license: text,
    },
  })
  if (values['output-type'] !== 'deb')
    throw new PlainFailure(`Only a deb is made, no ${values['output-type']}.`)
  // `from=/to`, where a source that ends with a slash stands for a folder's content.
  const contents = positionals.map((word) => {
    const at = word.indexOf('=/')
    if (at < 1) throw new PlainFailure(`“${word}” does not say what goes where.`)
    return /** @type {const} */ ([word.slice(0, at), word.slice(at + 1)])
  })
  const root = mkdtempSync(path.join(os.tmpdir(), 'tillside-package-'))
  try {
    for (const [from, to] of contents) {
      mkdirSync(path.dirname(path.join(root, to)), { recursive: true })
      cpSync(from, path.join(root, to), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    }
    const [kibibytes] = run('du', '-sk', '--apparent-size', root).split('\t')
    const fields = {
      Package: values.name,
      Version: values.version,
      Architecture: values.architecture,
      Maintainer: values.maintainer,
      'Installed-Size': kibibytes,
      Depends: values.depends.join(', '),
      Recommends: values['deb-recommends'].join(', '),
      Section: 'misc',
      Priority: 'optional',
      Homepage: values.url,
      Description: values.description?.split('\n')[0],
    }
    const control = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : []))
    // What an administrator may change: an upgrade asks before it takes the place of it.
    const settings = contents.filter(([, to]) => to.startsWith('/etc/')).map(([, to]) => `${to}\n`)
    const papers = path.join(root, 'DEBIAN')
    mkdirSync(papers)
    writeFileSync(path.join(papers, 'control'), control.join(''))
    writeFileSync(path.join(papers, 'conffiles'), settings.join(''))
    writeFileSync(path.join(papers, 'postinst'), readFileSync(values['after-install'] ?? ''), { mode: 0o755 })
    writeFileSync(path.join(papers, 'postrm'), readFileSync(values['after-remove'] ?? ''), { mode: 0o755 })
    // As it will be installed: readable by everybody, writable by root alone, whatever the umask was.
    run('chmod', '-R', 'u=rwX,go=rX', root)
    run('dpkg-deb', '--root-owner-group', '-Zxz', '--build', root, values.package ?? '')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

/** @param {string} program @param {string[]} words */
function run(program, ...words) {
  const { status, stdout } = spawnSync(program, words, { stdio: ['ignore', 'pipe', 2], encoding: 'utf8' })
  if (status !== 0) throw new PlainFailure(`${program} failed: see above.`)
  return stdout
}
