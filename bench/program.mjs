// @ts-check
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { _electron } from '@playwright/test'
import { sandboxIsOn } from '../scripts/session/electron-command.mjs'
import { projectFolder } from '../scripts/setup/project.mjs'

const bare = path.join(projectFolder, 'bench', 'bare')

/**
 * Starts a program, waits until its scan field is there and takes input, lets it rest, and weighs it.
 * @param {'tillside' | 'bare'} what
 * @param {{ restMs: number }} options
 * @returns {Promise<{ startMs: number, memoryMb: number | null }>} memory of all its processes, or null where
 *   this system does not say
 */
export async function startAndWeigh(what, { restMs }) {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'tillside-bench-'))
  const args = what === 'bare' ? [bare] : [projectFolder, '--practice']
  const started = performance.now()
  const app = await _electron.launch({
    args: [...args, `--user-data-dir=${profile}`],
    chromiumSandbox: sandboxIsOn(),
  })
  try {
    const page = await app.firstWindow()
    await page.getByRole('searchbox', { name: 'Scan or type a code' }).waitFor()
    const startMs = performance.now() - started
    await page.waitForTimeout(restMs)
    return { startMs, memoryMb: memoryOf(app.process().pid ?? 0) }
  } finally {
    await app.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/**
 * The proportional memory of a process and all below it, in MB; Linux tells it, others do not.
 * @param {number} root
 */
function memoryOf(root) {
  if (process.platform !== 'linux') return null
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  )
  const family = [...parents.keys()].filter((pid) => descends(pid, root, parents))
  return family.reduce((sum, pid) => sum + proportionalKb(pid), 0) / 1024
}

/** @param {string} pid */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** @param {number} pid @param {number} root @param {Map<number, number>} parents @returns {boolean} */
function descends(pid, root, parents) {
  if (pid === root) return true
  const parent = parents.get(pid)
  return parent !== undefined && parent > 1 && descends(parent, root, parents)
}

/** @param {number} pid */
function proportionalKb(pid) {
  try {
    return Number(/^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It ended in between; then it weighs nothing.
    return 0
  }
}

/** What the figures were made on. */
export function machine() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: projectFolder,
    encoding: 'utf8',
  })
  return {
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    node: process.version,
    commit: commit.trim(),
  }
}
