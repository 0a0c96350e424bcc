/** Whether this account has a folder for its tills: without one there is nothing that the program could do. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { fail, type Result, succeed } from '../../shared/result'

/** Why there is none, as the system or Electron says it. */
export type NoFolder = { readonly why: string }

/**
 * The folder of this account's tills, made if it is missing. Chromium would take one that it cannot write for one that is
 * in use, and say that the program is open already.
 * @param find throws where the account's home is missing or another's
 */
export function usableFolder(find: () => string): Result<string, NoFolder> {
  try {
    const folder = find()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return succeed(folder)
  } catch (error) {
    return fail({ why: error instanceof Error ? error.message : String(error) })
  }
}

/** What is said on the terminal before the program ends. */
export function noFolderWords({ why }: NoFolder): string {
  return `Tillside cannot write to the folder of its tills: ${why}. Start it as the account that owns it, with that account’s HOME.\n`
}
