// @ts-check
import { execFileSync } from 'node:child_process'
import { projectFolder } from '../../scripts/setup/project.mjs'

/**
 * The commit that is checked out, and the seed that goes with it: every commit runs other histories, and whoever
 * checks it out runs the same. Without git there is no commit, and the seed is 1.
 * @returns {{ commit: string, seed: number }}
 */
export function seedOfCommit() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: projectFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return { commit: commit.slice(0, 7), seed: seedOf(commit) }
  } catch {
    return { commit: 'no git', seed: 1 }
  }
}

/**
 * A seed below 2^31 with room for the seeds of a long run after it.
 * @param {string} commit in hexadecimal
 */
export function seedOf(commit) {
  return (Number.parseInt(commit.slice(0, 5), 16) * 2000) % 2_000_000_000
}
