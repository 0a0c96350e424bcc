// @ts-check
import { execFileSync } from 'node:child_process'
import { projectFolder } from '../../scripts/setup/project.mjs'

/**
 * The commit that is checked out, and what goes with it: every commit runs other histories and other parts of what is
 * not run whole, and whoever checks it out runs the same. Without git there is no commit, and both are 1.
 * @returns {{ commit: string, seed: number, turn: number }} `turn` chooses parts: every number comes, whereas a seed is a
 * multiple of `seedsOfOne`
 */
export function seedOfCommit() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: projectFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return { commit: commit.slice(0, 7), seed: seedOf(commit), turn: turnOf(commit) }
  } catch {
    return { commit: 'no git', seed: 1, turn: 1 }
  }
}

/** How many seeds follow a commit's before another's may begin. */
const seedsOfOne = 2000

/**
 * A number of the commit, to choose a part by: one in so many, beginning at the turn.
 * @param {string} commit in hexadecimal
 */
export function turnOf(commit) {
  return Number.parseInt(commit.slice(0, 5), 16)
}

/**
 * A seed below 2^31 with room for the seeds of a long run after it.
 * @param {string} commit in hexadecimal
 */
export function seedOf(commit) {
  return (turnOf(commit) * seedsOfOne) % 2_000_000_000
}
