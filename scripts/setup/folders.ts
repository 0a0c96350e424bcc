import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inProject } from './project.mjs'

/** The folder of reports and of what tests leave behind; TILLSIDE_RESULTS names another. */
export const resultsFolder = process.env.TILLSIDE_RESULTS ?? inProject('test-results')

const temporary = new Set<string>()

/**
 * Makes a folder that is removed when this process ends, unless it is killed.
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
