// @ts-check
import { isRoot, projectFolder } from '../setup/project.mjs'

/** Whether Chromium's sandbox can be on: everywhere but for root on Linux, where Chromium refuses. */
export function sandboxIsOn() {
  return !(process.platform === 'linux' && isRoot())
}

/**
 * How Tillside is opened from this checkout.
 * @param {import('../setup/place-electron.mjs').PlacedElectron} electron
 * @param {readonly string[]} args what Tillside itself is given
 * @returns {{ command: [string, ...string[]], env: NodeJS.ProcessEnv }}
 */
export function electronCommand(electron, args) {
  const env = { ...process.env }
  // Some editors' terminals set this for themselves; Electron would start as a mere Node.
  delete env.ELECTRON_RUN_AS_NODE
  const switches = sandboxIsOn() ? [] : ['--no-sandbox']
  return { command: [electron.program, ...switches, projectFolder, ...args], env }
}
