import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { codeOfError, fail, messageOf, type Result, succeed } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import { inTime, late, systemClock } from '../system/clock'
import { writeWholeFile } from '../system/files'
import { makeTurns } from '../system/signal'

export type KeychainFault = FaultOf<'keychain_unavailable'>

/**
 * Named secrets of this OS account. Every call has a time limit: a keychain that is missing, locked or hanging fails with
 * `keychain_unavailable` and never blocks the program (architecture.md, "Measured facts").
 */
export type Keychain = {
  /** The secret of that name; null when there is none. */
  readonly read: (name: string) => Promise<Result<string | null, KeychainFault>>
  readonly write: (name: string, secret: string) => Promise<Result<null, KeychainFault>>
  readonly remove: (name: string) => Promise<Result<null, KeychainFault>>
}

/**
 * Returns the keychain's name for one of a profile's secrets: two profiles of one OS account never share a token or a key.
 * @param profile the real path of its folder (profile/place.ts)
 */
export function vaultName(what: string, profile: string): string {
  return `${what} ${createHash('sha256').update(profile).digest('hex').slice(0, 12)}`
}

/** The part of keytar that is used, so that tests can replace it by something broken. */
export type NativeKeychain = {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
}

type OsKeychainDeps = {
  /** The name under which the operating system lists the secrets. */
  readonly service: string
  readonly load?: () => Promise<NativeKeychain>
}

const limitMs = 5000

/**
 * Loads the native library. Called at the first use, so that a missing library is a fault and not a crash. Uses `require`,
 * because Electron 25 cannot import from an archive.
 */
async function loadKeytar(): Promise<NativeKeychain> {
  const library: typeof import('keytar') = require('keytar')
  return library
}

export function unavailable(detail: string): { readonly ok: false; readonly fault: KeychainFault } {
  return fail({ kind: 'keychain_unavailable', detail })
}

/**
 * Opens the keychain of this OS account: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux. A
 * locked one may wait for a person. Such a call fails after the limit, and until it ends no other is begun, because each
 * takes one of the few threads that file access and name resolution need too.
 */
export function makeOsKeychain({ service, load = loadKeytar }: OsKeychainDeps): Keychain {
  const { inTurn } = makeTurns()
  /** Whether a call has not ended, though its limit may be over. */
  let isAsking = false
  /** Loaded once: finding the library again would cost half a millisecond of every lookup. */
  let library: NativeKeychain | null = null

  async function loaded(): Promise<NativeKeychain> {
    library ??= await load()
    return library
  }

  async function bounded<T>(
    use: (keychain: NativeKeychain) => Promise<T>,
  ): Promise<Result<T, KeychainFault>> {
    if (isAsking) return unavailable('The keychain is still busy with an earlier question. Is it locked?')
    isAsking = true
    const answer = loaded()
      .then(use)
      .then(succeed, (error: unknown) => unavailable(messageOf(error)))
      .finally(() => {
        isAsking = false
      })
    const first = await inTime(answer, limitMs, systemClock)
    return first === late ? unavailable('The keychain does not answer. Is it locked?') : first
  }

  /** Runs calls one after the other, so that a hanging keychain holds one thread at most. */
  function ask<T>(use: (keychain: NativeKeychain) => Promise<T>): Promise<Result<T, KeychainFault>> {
    return inTurn(() => bounded(use))
  }

  return {
    read: (name) => ask((keychain) => keychain.getPassword(service, name)),
    write: (name, secret) => ask((keychain) => keychain.setPassword(service, name, secret).then(() => null)),
    remove: (name) => ask((keychain) => keychain.deletePassword(service, name).then(() => null)),
  }
}

/** The program's own keychain. Loads nothing before its first use. */
export const osKeychain = makeOsKeychain({ service: 'Tillside' })

/** Begins the first question, which takes longest because it connects. Resolves before the answer. */
export async function connectKeychain(): Promise<void> {
  void osKeychain.read('none of this name')
  await nextTurn()
}

/**
 * Writes a probe under a name of its own and reads it back. A keychain whose unlock prompt was cancelled says *nothing there*
 * to everything, so only one that keeps a probe is believed (refund-protocol.md 11).
 */
export async function probeKeychain(keychain: Keychain, name: string): Promise<Result<null, KeychainFault>> {
  const probe = randomBytes(9).toString('base64')
  const written = await keychain.write(name, probe)
  if (!written.ok) return written
  const kept = await keychain.read(name)
  if (!kept.ok) return kept
  if (kept.value === probe) return succeed(null)
  return unavailable('The keychain does not keep what is written to it.')
}

type Secrets = ReadonlyMap<string, string>
const kept = z.array(z.tuple([z.string(), z.string()]))

/**
 * Opens a keychain in a file that only this OS account can read. For practice mode only: its secrets guard nothing but play
 * money, so that a PC without a real keychain can be tried out. Never used for a payment service. A damaged file is a fault
 * and is left as it is.
 */
export function makeFileKeychain(file: string): Keychain {
  /** One change after the other: each reads and rewrites the whole file. */
  const { inTurn } = makeTurns()

  async function change(edit: (secrets: Map<string, string>) => void): Promise<Result<null, KeychainFault>> {
    const found = await readSecrets(file)
    if (!found.ok) return found
    const secrets = new Map(found.value)
    edit(secrets)
    const written = writeWholeFile(file, JSON.stringify([...secrets], null, 1))
    return written.ok ? succeed(null) : unavailable(written.fault.detail)
  }

  return {
    read: (name) =>
      inTurn(async () => {
        const found = await readSecrets(file)
        return found.ok ? succeed(found.value.get(name) ?? null) : found
      }),
    write: (name, secret) => inTurn(() => change((secrets) => secrets.set(name, secret))),
    remove: (name) => inTurn(() => change((secrets) => secrets.delete(name))),
  }
}

async function readSecrets(file: string): Promise<Result<Secrets, KeychainFault>> {
  try {
    const parsed = kept.safeParse(JSON.parse(await readFile(file, 'utf8')))
    if (parsed.success) return succeed(new Map(parsed.data))
    return unavailable('The practice secrets are not in the form they were written in.')
  } catch (error) {
    if (codeOfError(error) === 'ENOENT') return succeed(new Map())
    if (error instanceof SyntaxError) return unavailable('The practice secrets are damaged.')
    return unavailable(messageOf(error))
  }
}
