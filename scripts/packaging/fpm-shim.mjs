#!/usr/bin/env node
// Stands in for fpm (CUSTOM_FPM_PATH) on a machine that can't download it, and makes a .deb by the system's own dpkg-deb. It
// is here for nothing else. What it is not told to do by electron-builder today, it refuses.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
  const root = mkdtempSync(path.join(os.tmpdir(), 'tillside-package-'))
  try {
    const { files, kibibytes } = layOut(positionals, root)
    const fields = {
      Package: values.name,
      Version: values.version,
      Architecture: values.architecture,
      Maintainer: values.maintainer,
      'Installed-Size': String(kibibytes),
      Depends: values.depends.join(', '),
      Recommends: values['deb-recommends'].join(', '),
      Section: 'misc',
      Priority: 'optional',
      Homepage: values.url,
      Description: values.description?.split('\n')[0],
    }
    const control = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : []))
    // What an administrator may change: an upgrade asks before it takes the place of it.
    const settings = files.filter((file) => file.startsWith('/etc/')).map((file) => `${file}\n`)
    const papers = path.join(root, 'DEBIAN')
    mkdirSync(papers, { mode: 0o755 })
    writeFileSync(path.join(papers, 'control'), control.join(''), { mode: 0o644 })
    writeFileSync(path.join(papers, 'conffiles'), settings.join(''), { mode: 0o644 })
    writeFileSync(path.join(papers, 'postinst'), readFileSync(values['after-install'] ?? ''), {
      mode: 0o755,
    })
    writeFileSync(path.join(papers, 'postrm'), readFileSync(values['after-remove'] ?? ''), { mode: 0o755 })
    const packing = ['--root-owner-group', '-Zxz', '--build', root, values.package ?? '']
    return spawnSync('dpkg-deb', packing, { stdio: ['ignore', 2, 2] }).status ?? 1
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

/**
 * Lays out the tree as it will be installed: readable by everybody, writable by root alone, whatever the umask was.
 * @param {readonly string[]} contents what goes where, as `from=/to`: a folder's content when the source ends with a slash
 * @param {string} root
 */
function layOut(contents, root) {
  for (const word of contents) {
    const at = word.indexOf('=/')
    if (at < 1) throw new PlainFailure(`“${word}” does not say what goes where.`)
    const place = path.join(root, word.slice(at + 1))
    mkdirSync(path.dirname(place), { recursive: true })
    cpSync(word.slice(0, at), place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  }
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  let kibibytes = 0
  const files = []
  for (const entry of entries) {
    const stats = lstatSync(path.join(root, entry))
    const mode = stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644
    if (!stats.isSymbolicLink()) chmodSync(path.join(root, entry), mode)
    if (!stats.isDirectory()) files.push(`/${entry}`)
    kibibytes += Math.ceil(stats.size / 1024)
  }
  return { files, kibibytes }
}
