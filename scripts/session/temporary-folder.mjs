// @ts-check
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** @type {Set<string>} */
const folders = new Set()

/**
 * Makes a folder that is gone when this process is, however it ends short of being killed outright.
 * @param {string} purpose the middle of its name
 * @param {{ parent?: string, openToAll?: boolean }} [options] whether every user may look into it
 */
export function temporaryFolder(purpose, { parent = os.tmpdir(), openToAll = false } = {}) {
  if (folders.size === 0) process.once('exit', () => [...folders].forEach(removeTemporaryFolder))
  const folder = mkdtempSync(path.join(parent, `tillside-${purpose}-`))
  if (openToAll) chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

/**
 * Removes such a folder early.
 * @param {string} folder
 */
export function removeTemporaryFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  folders.delete(folder)
}
