import { execFileSync } from 'node:child_process'
import { projectFolder } from '../../scripts/setup/project.mjs'

/** How many seeds follow a commit's before another's may begin. */
const seedsOfOne = 2000

/**
 * The commit that is checked out, and what goes with it: every commit runs other histories and other parts of what is
 * not run whole, and whoever checks it out runs the same. Without git there is no commit, and both are 1. `turn` chooses
 * parts (one in so many, beginning at it); a seed is below 2^31, with room for those of a long run after it.
 */
export function seedOfCommit(): { readonly commit: string; readonly seed: number; readonly turn: number } {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: projectFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const turn = Number.parseInt(commit.slice(0, 5), 16)
    return { commit: commit.slice(0, 7), seed: (turn * seedsOfOne) % 2_000_000_000, turn }
  } catch {
    return { commit: 'no git', seed: 1, turn: 1 }
  }
}
