/** `--provision`: stores address, token and what else is given for this OS account, without a window. */
import type { Readable } from 'node:stream'
import type { AddressRefusal, TokenRefusal } from '../../shared/fault'
import { fail, type Result, succeed, unreachable } from '../../shared/result'
import type { AskService, ServiceWord } from '../service/accepts'
import type { SettingsChange } from '../settings/settings'
import type { CredentialsFault, StoredCredentials } from '../vault/credentials'
import type { AcceptsToken, PinState, SupervisorPin } from '../vault/pin'
import type { ProvisionCommand } from './command-line'
import type { Profile } from './profile'

export type ProvisionDeps = Pick<Profile, 'vault' | 'supervisorPin' | 'settings'> & {
  readonly input: Readable
  /** Whether the service at that address accepts the token. */
  readonly acceptsToken: AcceptsToken
  readonly askService: AskService
  /** What is wrong with the administrator's policy; null when nothing is. */
  readonly policyProblem: string | null
  /** The public key that this till signs exports with, made if need be; '' where the keychain does not keep one. */
  readonly signedBy: () => Promise<string>
}

type ProvisionedPin = 'set' | 'kept' | 'replaced' | 'reopened' | 'stopped' | 'none'

/** What is printed as one line of JSON. Never holds the token or the PIN. */
export type ProvisionReport =
  | {
      readonly provisioned: true
      readonly serviceAddress: string
      /** What it said to this token; a till that has no line yet is provisioned all the same. */
      readonly service: ServiceWord['said']
      readonly deviceId: string
      readonly storeName: string
      readonly storeId: string
      /**
       * `kept`: there was one already, which only its owner changes, in Settings. `replaced`: its record was
       * damaged. `stopped`: it was wrong ten times in a row; `reopened`: the stored token, given again, ended that.
       */
      readonly supervisorPin: ProvisionedPin
      /** To be kept by whoever checks exports of this till (docs/refund-protocol.md). */
      readonly exportsSignedBy: string
    }
  | { readonly provisioned: false; readonly message: string }

/** Checks all of it before it stores any of it. */
export async function provision(command: ProvisionCommand, deps: ProvisionDeps): Promise<ProvisionReport> {
  const nextLine = makeLineReader(deps.input)
  if (deps.policyProblem !== null) return refuse(deps.policyProblem)
  const allowed = deps.settings.mayChange(orderedSettings(command))
  if (!allowed.ok) {
    const names = allowed.fault.settings.join(', ')
    return refuse(`The policy of this PC sets ${names} otherwise. Leave that out, or name what it sets.`)
  }
  const token = await nextLine()
  const pin = command.readsPin ? await nextLine() : null
  const checked = deps.vault.checked({ address: command.serviceAddress, token })
  if (!checked.ok) return refuse(whyNotUsable(checked.fault))
  const keychain = await deps.vault.keychainState()
  if (!keychain.works) return refuse(unusable(keychain.detail))
  const proven = await proveRight(checked.value.token, pin, nextLine, deps)
  return proven.ok ? store(command, checked.value, pin, deps) : refuse(proven.fault)
}

function refuse(message: string): ProvisionReport {
  return { provisioned: false, message }
}

function orderedSettings({ storeName, storeId }: ProvisionCommand): SettingsChange {
  return { ...(storeName === null ? {} : { storeName }), ...(storeId === null ? {} : { storeId }) }
}

/**
 * Provisioning a till that has a journal or a PIN needs the PIN or the token that is stored now. Where neither is on this
 * till nothing can be asked for. A fault is words for whoever provisions.
 */
async function proveRight(
  token: string,
  pin: string | null,
  nextLine: () => Promise<string>,
  { vault, supervisorPin }: ProvisionDeps,
): Promise<Result<null, string>> {
  const [note, pinState] = [await vault.note(), await supervisorPin.state()]
  if (!note.ok) return fail(unusable(note.fault.detail))
  if (!pinState.ok) return fail(unusable(pinState.fault.detail))
  // The PIN is asked too: credentials that were deleted have taken their note with them.
  const hasPin = isSet(pinState.value)
  if (!hasPin && (note.value === null || (note.value.journal === null && !note.value.hasPin)))
    return succeed(null)
  const isStored = async (typed: string) => {
    const found = await vault.isStoredToken(typed)
    return found.ok && found.value
  }
  if (await isStored(token)) return succeed(null)
  if (pinState.value === 'set' && pin !== null) return byPin(pin, supervisorPin)
  if ((await vault.state()) === 'none') return hasPin ? fail(proofNeeded) : succeed(null)
  return (await isStored(await nextLine())) ? succeed(null) : fail(proofNeeded)
}

function isSet(state: PinState): boolean {
  return state === 'set' || state === 'stopped'
}

async function byPin(pin: string, supervisorPin: SupervisorPin): Promise<Result<null, string>> {
  const checked = await supervisorPin.check(pin)
  if (checked.ok) return checked
  if (checked.fault.kind === 'pin_stopped') return fail(pinStopped)
  return fail(
    checked.fault.kind === 'pin_throttled'
      ? `The supervisor’s PIN was wrong too often. Try again in ${checked.fault.waitSeconds} seconds.`
      : 'This till is in use: setting it up again needs the supervisor’s PIN, and this is not it.',
  )
}

async function store(
  command: ProvisionCommand,
  credentials: StoredCredentials,
  pin: string | null,
  deps: ProvisionDeps,
): Promise<ProvisionReport> {
  const storedPin = await storePin(pin, credentials.token, deps)
  if (!storedPin.ok) return refuse(storedPin.fault)
  const { deviceId } = command
  const stored = await deps.vault.save(credentials, deviceId === null ? {} : { deviceId })
  if (!stored.ok || stored.value !== 'keychain') return refuse('The keychain did not keep the access token.')
  const note = await deps.vault.note()
  const settings = deps.settings.change(orderedSettings(command))
  if (!settings.ok) {
    const why =
      settings.fault.kind === 'set_by_policy' ? 'the policy of this PC sets them.' : settings.fault.detail
    return refuse(`The settings could not be saved: ${why}`)
  }
  const { storeName, storeId } = settings.value
  return {
    provisioned: true,
    serviceAddress: credentials.address,
    service: (await deps.askService(credentials)).said,
    deviceId: (note.ok ? note.value?.deviceId : null) ?? '',
    storeName,
    storeId,
    supervisorPin: storedPin.value,
    exportsSignedBy: await deps.signedBy(),
  }
}

async function storePin(
  pin: string | null,
  token: string,
  { supervisorPin, vault, acceptsToken }: ProvisionDeps,
): Promise<Result<ProvisionedPin, string>> {
  const state = await supervisorPin.state()
  if (!state.ok) return fail(unusable(state.fault.detail))
  if (state.value === 'stopped') {
    // Whoever gives the token that is stored already ends it, if the service accepts that; no other token does.
    const isStored = await vault.isStoredToken(token)
    const may = isStored.ok && isStored.value
    return succeed(may && (await supervisorPin.reopen(token, acceptsToken)).ok ? 'reopened' : 'stopped')
  }
  if (pin === null) return succeed('none')
  if (state.value === 'set') return succeed('kept')
  const stored = await supervisorPin.keep(pin, state.value)
  if (stored.ok) return succeed(state.value === 'damaged' ? 'replaced' : 'set')
  return fail(
    stored.fault.kind === 'pin_weak'
      ? 'The supervisor’s PIN is too easy to guess, or too short.'
      : 'The supervisor’s PIN could not be stored.',
  )
}

/** A token is far shorter; more than this is not one. */
const maxInput = 64 * 1024

/** Answers the next line of the input, '' after the last; the input need not end after the lines that are asked for. */
function makeLineReader(input: Readable): () => Promise<string> {
  const pieces = input[Symbol.asyncIterator]()
  let text = ''
  let ended = false
  return async () => {
    while (!ended && !text.includes('\n') && text.length <= maxInput) {
      const piece = await pieces.next()
      if (piece.done === true) ended = true
      else text += String(piece.value)
    }
    const end = text.indexOf('\n')
    const line = end === -1 ? text : text.slice(0, end)
    text = end === -1 ? '' : text.slice(end + 1)
    return line.replace(/\r$/, '')
  }
}

const pinStopped =
  'The supervisor’s PIN was wrong ten times in a row. Give the access token that is stored now on a line after all others.'
const proofNeeded =
  'This till is in use: setting it up again needs the supervisor’s PIN (the second line, with --supervisor-pin), ' +
  'or the access token that is stored now on a line after all others.'

function unusable(detail: string): string {
  return `The keychain of this account cannot be used: ${detail}`
}

/** What is printed where the program is open: it and provisioning would each undo what the other writes. */
export const besideRunningProgram: ProvisionReport = refuse(
  'Tillside is open on this account, or is being set up already. Close it, then set it up again.',
)

function whyNotUsable(fault: CredentialsFault): string {
  switch (fault.kind) {
    case 'address_not_allowed':
      return `The address cannot be used. ${addressRefusals[fault.why](fault.address)}`
    case 'token_not_usable':
      return `The access token cannot be used. ${tokenRefusals[fault.why]}`
    case 'test_build_address':
      return 'The address cannot be used: this is a test build of Electron, which connects to this PC only.'
    case 'loopback_address':
      return 'The address cannot be used: a payment service on this PC itself takes “allowLoopbackService” in its policy.'
    case 'address_by_policy':
      return `The address cannot be used: the policy of this PC allows ${fault.address} only.`
    default:
      return unreachable(fault)
  }
}

/** Why an address is not taken, without repeating what was typed: it may hold a password. */
const addressRefusals: Readonly<Record<AddressRefusal, (address: string) => string>> = {
  no_address: () => 'It is not a web address.',
  not_https: () => 'It must begin with https://',
  holds_credentials: () => 'It must not hold a name or a password.',
  holds_query: () => 'It must not hold "?" or "#".',
  plain_http: () => 'Plain http is accepted for this PC itself only: use https.',
  practice_has_its_own: () => 'Practice has a payment service of its own.',
  connect_first: () => 'This till has a PIN, and no payment service any more.',
  other_service: (address) => `This till is connected to ${address}.`,
}

const tokenRefusals: Readonly<Record<TokenRefusal, string>> = {
  empty: 'It is empty.',
  unusual_characters: 'It holds a space, a line break or a sign that is not plain ASCII.',
  too_long: 'It is longer than the keychain of every system can keep: about 2,100 characters.',
}
