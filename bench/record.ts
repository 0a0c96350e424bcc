import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import { inProject, projectFolder } from '../scripts/setup/project.mjs'
import type { Figure } from './figures'
import { tableOf } from './table'

/** What the figures were made on. */
export function machine(): Readonly<Record<string, string | number>> {
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: projectFolder, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return {
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    ...electronVersions(),
    benchNode: process.version,
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes' : ''}`,
    date: new Date().toISOString().slice(0, 10),
  }
}

function electronVersions() {
  const electron = String(createRequire(import.meta.url)('electron'))
  const words = ['-p', 'JSON.stringify([process.versions.electron, process.version])']
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const said = JSON.parse(execFileSync(electron, words, { env, encoding: 'utf8' }))
  return { electron: String(said[0]), node: String(said[1]) }
}

const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->']

/** Puts the table of a full run, and on which machine it was made, between its marks in docs/performance.md. */
export function writeDocument(figures: readonly Figure[], made: ReturnType<typeof machine>): void {
  const file = inProject('docs', 'performance.md')
  const text = readFileSync(file, 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md has no ${begin} … ${end}`)
  const facts = Object.entries(made).map(([name, value]) => `${name} ${value}`)
  const table = `${tableOf(figures)}\n\nMeasured on: ${facts.join(' · ')}.`
  writeFileSync(file, `${before}${begin}\n${table}\n${end}${after}`)
}
