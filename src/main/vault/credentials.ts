import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { fail, parseJson, type Result, succeed } from '../../shared/base/result'
import type { FaultOf, TokenRefusal } from '../../shared/fault'
import { type Credentials, mayBeThisPc, readServiceAddress } from '../service/address'
import { makeTurns } from '../system/signal'
import type { Keychain, KeychainFault } from './keychain'

/**
 * The note in the credentials entry beside address and token (refund-protocol.md 11). Whoever empties a keychain can delete
 * the entry but not write it again, so the note shows which other entries are missing.
 */
const noteFields = {
  /** Sent with every refund (interface.md §4.1, `device_unique_id`). Made with the first token, unless provisioned. */
  deviceId: z.string().nullable().default(null),
  /** The id of the journal that was in force when this was written. */
  journal: z.string().nullable().default(null),
  /** Whether people were ever set up: then a missing entry of people means that they are lost, not that there are none. */
  hasPeople: z.boolean().default(false),
  /** Whether a service was ever connected: then the till belongs to somebody, whatever was forgotten since. */
  wasConnected: z.boolean().default(false),
}
const credentialsNote = z.object(noteFields).readonly()
export type CredentialsNote = z.infer<typeof credentialsNote>

/** Fields that are left out stay as they are. */
export type NoteChange = Partial<CredentialsNote>

/**
 * Address and token are one value, so that a new token is never sent to an old address (architecture.md, "Words and places").
 * Loose, so that what a newer Tillside keeps here survives a write by this one.
 */
const storedEntry = z.looseObject({ address: z.string(), token: z.string(), ...noteFields }).readonly()
export type CredentialsEntry = z.infer<typeof storedEntry>

export const emptyEntry: CredentialsEntry = storedEntry.parse({ address: '', token: '' })

/** What every system's keychain can keep under one name; Windows sets the limit. */
const maxEntryBytes = 2560
/** The part of it that address and token leave to the note. */
const maxNoteBytes = 400

/** What a header can carry after "Bearer ": visible ASCII without spaces. */
const tokenText = /^[\x21-\x7e]+$/

/** Which hosts a payment service may be on. *This PC* is the one that the till runs on. */
type HostRule = 'any' | 'this_pc_only' | 'not_this_pc'

/** Which payment services may be connected (profile/profile.ts). `only` is the single allowed address, normalised. */
export type AddressRule = HostRule | { readonly only: string; readonly hosts: HostRule }

export type CredentialsFault =
  | FaultOf<'address_not_allowed' | 'token_not_usable'>
  | FaultOf<'test_build_address' | 'loopback_address' | 'address_by_policy'>

/**
 * Checks what a person typed or provisioning read, before anything is kept. Returns it trimmed. Fails also on an address
 * that the rule does not allow. The fault's `why` says what is wrong without repeating the token.
 */
export function checkCredentials(
  typed: Credentials,
  rule: AddressRule = 'any',
): Result<Credentials, CredentialsFault> {
  const address = readServiceAddress(typed.address)
  if (!address.ok) return address
  const token = typed.token.trim()
  if (token === '') return unusable('empty')
  if (!tokenText.test(token)) return unusable('unusual_characters')
  const credentials = { address: address.value.text, token }
  if (bytesOf(credentials) > maxEntryBytes - maxNoteBytes) return unusable('too_long')
  const { onThisPc, host, text } = address.value
  const { hosts, only } = typeof rule === 'string' ? { hosts: rule, only: text } : rule
  if (hosts === 'this_pc_only' && !onThisPc) return fail({ kind: 'test_build_address' })
  if (only !== text) return fail({ kind: 'address_by_policy', address: only })
  if (hosts === 'not_this_pc' && mayBeThisPc(host)) return fail({ kind: 'loopback_address' })
  return succeed(credentials)
}

function unusable(why: TokenRefusal): { readonly ok: false; readonly fault: FaultOf<'token_not_usable'> } {
  return fail({ kind: 'token_not_usable', why })
}

function bytesOf(entry: Credentials | CredentialsEntry): number {
  return Buffer.byteLength(JSON.stringify(entry))
}

/** Returns the note alone, without the token. */
export function noteOf(entry: CredentialsEntry): CredentialsNote {
  return credentialsNote.parse(entry)
}

/** How long a keychain that did not answer is not asked again (refund-protocol.md 11). */
const pauseAfterSilenceMs = 60_000

type CredentialsPlaceDeps = {
  readonly keychain: Keychain
  readonly name: string
  /** Milliseconds of the monotonic clock. */
  readonly monotonic?: () => number
}

type Edit = (before: CredentialsEntry | null) => CredentialsEntry | null
type Found = Result<CredentialsEntry | null, KeychainFault>
/** `unreadable`: not written by this program. */
type ReadEntry = CredentialsEntry | 'unreadable' | null

/** Reads and writes the credentials entry, and keeps in memory what is known of it. */
export function makeCredentialsPlace(deps: CredentialsPlaceDeps) {
  const { keychain, name, monotonic = () => performance.now() } = deps
  let session: (Credentials & { readonly isBlind: boolean }) | null = null
  let known: CredentialsEntry | null = null
  let silence: { readonly fault: KeychainFault; readonly since: number } | null = null
  let changes = 0
  const { inTurn } = makeTurns()

  function silent(fault: KeychainFault): { readonly ok: false; readonly fault: KeychainFault } {
    silence = { fault, since: monotonic() }
    return fail(fault)
  }

  async function read(): Promise<Result<ReadEntry, KeychainFault>> {
    const found = await keychain.read(name)
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
    return succeed(storedEntry.safeParse(parseJson(found.value)).data ?? 'unreadable')
  }

  async function write(entry: CredentialsEntry | null): Promise<Result<null, KeychainFault>> {
    if (entry === null) return keychain.remove(name)
    return bytesOf(entry) > maxEntryBytes ? fail(tooLong) : keychain.write(name, JSON.stringify(entry))
  }

  async function ask(): Promise<Found> {
    const before = known
    const found = await read()
    if (!found.ok) return silent(found.fault)
    // Something newer was written or forgotten meanwhile.
    if (known !== before) return succeed(known)
    if (found.value === null && known !== null) return silent(saysNothing)
    silence = null
    const held = found.value === 'unreadable' ? null : found.value
    if (held?.address !== known?.address || held?.token !== known?.token) changes += 1
    known = held
    endBlindSession(known)
    return succeed(known)
  }

  function endBlindSession(found: CredentialsEntry | null): void {
    if (session?.isBlind !== true || found === null || found.token === '') return
    if (found.address !== session.address) forgetSession()
  }

  function forgetSession(): void {
    session = null
    changes += 1
  }

  async function change(edit: Edit): Promise<Result<null, KeychainFault>> {
    const found = await read()
    if (!found.ok) return silent(found.fault)
    const before = found.value === 'unreadable' ? null : found.value
    const after = edit(before ?? known)
    const written = await write(after)
    if (!written.ok) return written
    if (after?.address !== known?.address || after?.token !== known?.token) changes += 1
    known = after
    silence = null
    return written
  }

  return {
    /** Asks at once, however recent the last silence is. Fails also on *nothing* where something was known. */
    ask,
    /**
     * Asks the keychain. Where it does not answer, or says *nothing* though something was known, the entry does not count as
     * gone: what was known stays in use, and the keychain is asked again after a minute.
     */
    async find(): Promise<Found> {
      const due = silence === null || monotonic() - silence.since >= pauseAfterSilenceMs
      const found = due ? await ask() : fail((silence ?? { fault: saysNothing }).fault)
      return !found.ok && known !== null ? succeed(known) : found
    },
    /**
     * Reads, changes and writes, one change after the other. `edit` returns the entry to keep, null for none. On a fault
     * nothing is changed.
     */
    change: (edit: Edit): Promise<Result<null, KeychainFault>> => inTurn(() => change(edit)),
    /**
     * Keeps credentials in memory only, until they are forgotten or the program ends. If they were typed while the stored ones
     * were unknown, they also end once the keychain answers with another service: to replace that one takes a proof that
     * could not be asked for.
     */
    keepForSession(credentials: Credentials): void {
      session = { ...credentials, isBlind: known === null }
      changes += 1
    },
    session: (): Credentials | null => session,
    forgetSession,
    /** What the keychain last held; null also before it ever answered. */
    known: (): CredentialsEntry | null => known,
    /** Forgets what memory has of the keychain's entry. */
    forgetKnown(): void {
      known = null
      changes += 1
    },
    /** How often address or token were seen to change, by this program or another (provisioning). */
    changes: () => changes,
  }
}

const tooLong: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'What belongs beside the access token is longer than every system’s keychain can keep.',
}

const saysNothing: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'The keychain answers, but not with what it held before. Is it locked?',
}
