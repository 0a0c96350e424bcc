// @ts-check
import { captureChild } from '../session/children.mjs'
import { inProject, projectFolder } from '../setup/project.mjs'
import { oneCheck } from './stages.mjs'

/**
 * Lint rules and format of every file.
 * @returns {Promise<import('./stages.mjs').Findings>} one check
 */
export async function checkLintAndFormat() {
  return runTool(['@biomejs', 'biome', 'bin', 'biome'], ['check', '--error-on-warnings', '.'])
}

/**
 * Files, exports and dependencies that nothing uses.
 * @returns {Promise<import('./stages.mjs').Findings>} one check
 */
export async function checkNothingUnused() {
  return runTool(['knip', 'bin', 'knip.js'], ['--no-progress', '--no-config-hints'])
}

/**
 * @param {string[]} tool its script, below node_modules
 * @param {string[]} args
 */
async function runTool(tool, args) {
  return oneCheck(
    await captureChild(process.execPath, [inProject('node_modules', ...tool), ...args], {
      cwd: projectFolder,
    }),
  )
}
