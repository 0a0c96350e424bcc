// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Runs npm and waits. What it prints goes to standard error, its standard output is returned only
 * when `capture` is set.
 * @param {string[]} words
 * @param {{ folder: string, capture?: boolean }} options
 * @returns {{ ok: boolean, output: string }} never throws for npm's own failure
 */
export function runNpm(words, { folder, capture = false }) {
  const script = npmScript()
  const onWindows = process.platform === 'win32'
  // Without npm's own script a Windows machine has only npm.cmd, which needs a shell.
  const [command, args, shell] =
    script === null
      ? [onWindows ? 'npm.cmd' : 'npm', words, onWindows]
      : [process.execPath, [script, ...words], false]
  const result = spawnSync(command, args, {
    cwd: folder,
    shell,
    encoding: 'utf8',
    stdio: ['ignore', capture ? 'pipe' : 2, 2],
    env: { ...process.env, npm_config_update_notifier: 'false' },
  })
  return { ok: result.status === 0, output: result.stdout ?? '' }
}

/** npm's own script: the one that called us, or the one installed beside this Node; null when neither. */
function npmScript() {
  const beside = path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const shared = path.join(
    path.dirname(process.execPath),
    '..',
    'lib',
    'node_modules',
    'npm',
    'bin',
    'npm-cli.js',
  )
  const caller = process.env.npm_execpath
  const candidates = [caller?.endsWith('npm-cli.js') ? caller : undefined, beside, shared]
  return candidates.find((file) => file !== undefined && existsSync(file)) ?? null
}
