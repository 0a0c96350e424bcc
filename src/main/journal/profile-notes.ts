/** What a profile remembers of its keychain entries, each in a small file of its own. No secrets. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { attemptWork } from '../system/database'
import { writeWholeFile } from '../system/files'

/** Which folder's path the entries are named by: there once a journal is in force. */
export const placeFileName = 'keychain-place.json'
const placeNote = z.object({ path: z.string() })

/** That the keychain had nothing where something must have been: believed when it says so again at a later start. */
const silenceFileName = 'keychain-silence.json'
const silenceNote = z.object({ run: z.string(), journal: z.string() })

function read<T>(file: string, schema: z.ZodType<T>): T | null {
  const found = attemptWork(() => schema.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return found.ok ? found.value : null
}

/** A journal is in force whose entries are named by that path. What cannot be remembered now is at the next start. */
export function rememberPlace(folder: string, entriesPath: string): void {
  const file = join(folder, placeFileName)
  if (read(file, placeNote)?.path !== entriesPath) writeWholeFile(file, JSON.stringify({ path: entriesPath }))
}

/** The folder that the profile's entries were made in, where that is another one: it was moved or copied. */
export function madeElsewhere(folder: string, entriesPath: string): string | null {
  const path = read(join(folder, placeFileName), placeNote)?.path ?? null
  return path === entriesPath ? null : path
}

export type SilenceDeps = {
  readonly folder: string
  /** Another text at each start of the program. */
  readonly run: string
  readonly log: (line: string) => void
}

/**
 * Whether an earlier run of the program has seen the same (refund-protocol.md 11). If not, it is remembered.
 * @param journal the journal whose entries are not there; '' when it has no name.
 */
export function wasSilentBefore({ folder, run, log }: SilenceDeps, journal: string): boolean {
  const file = join(folder, silenceFileName)
  const before = read(file, silenceNote)
  if (before?.journal === journal) return before.run !== run
  const written = writeWholeFile(file, JSON.stringify({ run, journal }))
  if (!written.ok) log(`journal: what the keychain lost could not be remembered: ${written.fault.detail}`)
  return false
}

/** The keychain has everything: what was remembered counts no more. */
export function forgetSilence({ folder, log }: SilenceDeps): void {
  const removed = attemptWork(() => rmSync(join(folder, silenceFileName), { force: true }))
  if (!removed.ok) log(`journal: what the keychain had lost is still remembered: ${removed.fault.detail}`)
}
