/**
 * Remembers in the profile that the keychain had nothing where something must have been (refund-protocol.md 11): that is
 * believed only when it says so again at a later start.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { attemptWork } from '../database/open-database'
import { writeWholeFile } from '../files/write-whole-file'

const fileName = 'keychain-silence.json'
const remembered = z.object({ run: z.string(), journal: z.string() })

export type SilenceDeps = {
  readonly folder: string
  /** Another text at each start of the program. */
  readonly run: string
  readonly log: (line: string) => void
}

/**
 * Whether an earlier run of the program has seen the same. If not, it is remembered.
 * @param journal the journal whose entries are not there; '' when it has no name.
 */
export function wasSilentBefore({ folder, run, log }: SilenceDeps, journal: string): boolean {
  const before = read(folder)
  if (before?.journal === journal) return before.run !== run
  const written = writeWholeFile(join(folder, fileName), JSON.stringify({ run, journal }))
  if (!written.ok) log(`journal: what the keychain lost could not be remembered: ${written.fault.detail}`)
  return false
}

/** The keychain has everything: what was remembered counts no more. */
export function forgetSilence({ folder, log }: SilenceDeps): void {
  if (read(folder) === null) return
  const removed = attemptWork(() => rmSync(join(folder, fileName)))
  if (!removed.ok) log(`journal: what the keychain had lost is still remembered: ${removed.fault.detail}`)
}

function read(folder: string): z.infer<typeof remembered> | null {
  const found = attemptWork<unknown>(() => JSON.parse(readFileSync(join(folder, fileName), 'utf8')))
  if (!found.ok) return null
  const read = remembered.safeParse(found.value)
  return read.success ? read.data : null
}
