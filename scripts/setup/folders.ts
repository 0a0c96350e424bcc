import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inProject, projectFolder, say } from './project.mjs'

/** Where this user's programs may keep what can be fetched again. */
export function userCacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return path.join(XDG_CACHE_HOME || LOCALAPPDATA || path.join(os.homedir(), '.cache'), 'tillside')
}

/** Whether this user may do that with the file or folder; false also when it is not there. */
export function may(what: 'read' | 'write' | 'run', place: string) {
  const modes = { read: constants.R_OK, write: constants.W_OK, run: constants.X_OK }
  try {
    accessSync(place, modes[what])
    return true
  } catch {
    return false
  }
}

const temporary = new Set<string>()

/**
 * Makes a folder that is gone when this process is, however it ends short of being killed outright.
 * @param purpose the middle of its name
 * @param openToAll whether every user may look into it
 */
export function temporaryFolder(purpose: string, { parent = os.tmpdir(), openToAll = false } = {}) {
  if (temporary.size === 0) process.once('exit', () => [...temporary].forEach(removeTemporaryFolder))
  const folder = mkdtempSync(path.join(parent, `tillside-${purpose}-`))
  if (openToAll) chmodSync(folder, 0o755)
  temporary.add(folder)
  return folder
}

/** Removes such a folder early. */
export function removeTemporaryFolder(folder: string) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  temporary.delete(folder)
}

let results: string | undefined

/**
 * Where reports and what tests leave behind go: the checkout's own folder, the one named by TILLSIDE_RESULTS, or a new
 * one where the checkout is somebody else's.
 */
export function resultsFolder() {
  results ??= chooseResultsFolder()
  return results
}

function chooseResultsFolder() {
  const own = process.env.TILLSIDE_RESULTS ?? inProject('test-results')
  try {
    mkdirSync(own, { recursive: true })
  } catch {
    // The next line finds out whether it can be used all the same.
  }
  if (may('write', own)) return own
  say(`${projectFolder} is another user's: results go to a temporary folder`)
  return mkdtempSync(path.join(os.tmpdir(), 'tillside-results-'))
}
