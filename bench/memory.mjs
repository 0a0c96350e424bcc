// @ts-check
import { readdirSync, readFileSync } from 'node:fs'

/**
 * The proportional memory (PSS) of a process and all below it, in MB; Linux tells it, for others it is NaN.
 * @param {number} root the process's id
 */
export function memoryOf(root) {
  if (process.platform !== 'linux') return Number.NaN
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), numberIn(`/proc/${name}/status`, /^PPid:\s*(\d+)/m)]),
  )
  const family = [...parents.keys()].filter((pid) => descends(pid, root, parents))
  return family.reduce((sum, pid) => sum + numberIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s*(\d+)/m), 0) / 1024
}

/** @param {string} file @param {RegExp} pattern */
function numberIn(file, pattern) {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process ended in between; then it weighs nothing.
    return 0
  }
}

/** @param {number} pid @param {number} root @param {ReadonlyMap<number, number>} parents @returns {boolean} */
function descends(pid, root, parents) {
  if (pid === root) return true
  const parent = parents.get(pid)
  return parent !== undefined && parent > 1 && descends(parent, root, parents)
}
