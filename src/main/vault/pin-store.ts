import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'
import { vaultName } from './keychain'
import { type PinRecord, readPinRecord } from './pin-record'
import { probeKeychain } from './probe-keychain'
import type { Vault } from './vault'

export type PinState = 'none' | 'set' | 'stopped' | 'damaged'

/** The record of the PIN in the keychain, and beside the credentials the word that there is one. */
export type PinStore = {
  /** Null only where there never was one. */
  readonly read: () => Promise<Result<PinRecord | null, KeychainFault | FaultOf<'pin_damaged'>>>
  readonly state: () => Promise<Result<PinState, KeychainFault>>
  /** Replaces the record as it is: a try was counted. */
  readonly write: (record: PinRecord) => Promise<Result<null, KeychainFault>>
  /** Keeps the record of a new PIN, and notes that there is one. */
  readonly keep: (record: PinRecord) => Promise<Result<null, KeychainFault>>
}

export type PinStoreDeps = {
  readonly keychain: Keychain
  readonly profile: string
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
  readonly wasUsed: () => boolean
  readonly isStopped: (record: PinRecord) => boolean
}

export function makePinStore(deps: PinStoreDeps): PinStore {
  const { keychain, profile, credentials, wasUsed, isStopped } = deps
  const name = vaultName('supervisor pin', profile)
  let isNoted = false

  async function noteIt(): Promise<void> {
    if (isNoted) return
    const note = await credentials.note()
    // Where this does not work it is tried again at the next question; the record itself is what counts.
    isNoted = (note.ok && note.value?.hasPin === true) || (await credentials.changeNote({ hasPin: true })).ok
  }

  async function hadOne(): Promise<Result<boolean, KeychainFault>> {
    const note = await credentials.note()
    if (!note.ok) return note
    return succeed(note.value === null ? wasUsed() : note.value.hasPin)
  }

  /** No record: there never was one, or it was deleted, or the keychain says "nothing" without meaning it. */
  async function missing(): Promise<Result<null, KeychainFault | FaultOf<'pin_damaged'>>> {
    const had = await hadOne()
    if (!had.ok || !had.value) return had.ok ? succeed(null) : had
    const works = await probeKeychain(keychain, vaultName('supervisor pin probe', profile))
    return works.ok ? fail({ kind: 'pin_damaged' }) : works
  }

  async function read(): Promise<Result<PinRecord | null, KeychainFault | FaultOf<'pin_damaged'>>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return missing()
    const record = readPinRecord(found.value)
    if (record === null) return fail({ kind: 'pin_damaged' })
    await noteIt()
    return succeed(record)
  }

  const write = (record: PinRecord) => keychain.write(name, JSON.stringify(record))

  return {
    read,
    write,
    async state() {
      const found = await read()
      if (found.ok && found.value === null) return succeed('none')
      if (found.ok) return succeed(found.value !== null && isStopped(found.value) ? 'stopped' : 'set')
      return found.fault.kind === 'pin_damaged' ? succeed('damaged') : fail(found.fault)
    },
    async keep(record) {
      // The record first: a note without one would be a lost PIN that nobody ever set.
      const written = await write(record)
      if (written.ok) await noteIt()
      return written
    },
  }
}
