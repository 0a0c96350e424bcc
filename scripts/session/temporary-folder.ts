import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const folders = new Set<string>()

/**
 * Makes a folder that is gone when this process is, however it ends short of being killed outright.
 * @param purpose the middle of its name
 * @param options whether every user may look into it
 */
export function temporaryFolder(
  purpose: string,
  { parent = os.tmpdir(), openToAll = false }: { parent?: string; openToAll?: boolean } = {},
) {
  if (folders.size === 0) process.once('exit', () => [...folders].forEach(removeTemporaryFolder))
  const folder = mkdtempSync(path.join(parent, `tillside-${purpose}-`))
  if (openToAll) chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

/** Removes such a folder early. */
export function removeTemporaryFolder(folder: string) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  folders.delete(folder)
}
