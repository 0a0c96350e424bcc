import { fail, type Result, succeed } from '../../shared/result'
import type { PinState, SupervisorPin } from '../vault/pin'
import type { Vault } from '../vault/vault'

export type ProofDeps = {
  readonly vault: Pick<Vault, 'note' | 'isStoredToken' | 'state'>
  readonly supervisorPin: Pick<SupervisorPin, 'state' | 'check'>
}

export type Proof = {
  /** The service's address that is to be stored, normalised. */
  readonly address: string
  readonly isMove: boolean
  readonly token: string
  /** What was given as the supervisor's PIN; null when none was. */
  readonly pin: string | null
  /** Asks for one more line: the token that is stored now. */
  readonly nextLine: () => Promise<string>
}

/**
 * Provisioning a till that has a journal or a PIN, and saying that a service has moved, need the PIN or the token that is
 * stored now (architecture.md, "Who may do what", and protocol 14). Where neither is on this till nothing can be asked
 * for. A fault is words for whoever provisions.
 */
export async function proveRight(proof: Proof, deps: ProofDeps): Promise<Result<null, string>> {
  const { vault, supervisorPin } = deps
  const [note, pinState] = [await vault.note(), await supervisorPin.state()]
  if (!note.ok) return fail(unusable(note.fault.detail))
  if (!pinState.ok) return fail(unusable(pinState.fault.detail))
  // The PIN is asked too: credentials that were deleted have taken their note with them.
  const hasPin = pinState.value === 'set' || pinState.value === 'stopped'
  const inUse = hasPin || (note.value !== null && (note.value.journal !== null || note.value.hasPin))
  if (!inUse && !proof.isMove) return succeed(null)
  const typed = await vault.isStoredToken(proof.token)
  if (typed.ok && typed.value) return succeed(null)
  if (pinState.value === 'set' && proof.pin !== null) return byPin(proof.pin, supervisorPin)
  return byFurtherLine(proof, pinState.value, vault)
}

async function byPin(pin: string, supervisorPin: ProofDeps['supervisorPin']): Promise<Result<null, string>> {
  const checked = await supervisorPin.check(pin)
  if (checked.ok) return checked
  if (checked.fault.kind === 'pin_stopped') return fail(stopped)
  return fail(
    checked.fault.kind === 'pin_throttled'
      ? `The supervisor’s PIN was wrong too often. Try again in ${checked.fault.waitSeconds} seconds.`
      : 'This till is in use: setting it up again needs the supervisor’s PIN, and this is not it.',
  )
}

async function byFurtherLine(
  proof: Proof,
  pinState: PinState,
  vault: ProofDeps['vault'],
): Promise<Result<null, string>> {
  const hasPin = pinState === 'set' || pinState === 'stopped'
  if ((await vault.state()) === 'none') return hasPin ? fail(needed) : succeed(null)
  const further = await vault.isStoredToken(await proof.nextLine())
  return further.ok && further.value ? succeed(null) : fail(needed)
}

const stopped =
  'The supervisor’s PIN was wrong ten times in a row. Give the access token that is stored now on a line after all others.'
const needed =
  'This till is in use: setting it up again needs the supervisor’s PIN (the second line, with --supervisor-pin), ' +
  'or the access token that is stored now on a line after all others.'

function unusable(detail: string): string {
  return `The keychain of this account cannot be used: ${detail}`
}
