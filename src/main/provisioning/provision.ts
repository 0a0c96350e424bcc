import type { Readable } from 'node:stream'
import type { FaultOf } from '../../shared/fault'
import type { RelatedKind } from '../../shared/related'
import { fail, type Result, succeed, unreachable } from '../../shared/result'
import type { AskService, ServiceWord } from '../payments/accepts-token'
import { readServiceAddress } from '../payments/service-address'
import type { TillSettings } from '../settings/policy-overlay'
import type { SettingsChange } from '../settings/settings-schema'
import type { CredentialsFault, StoredCredentials } from '../vault/credentials'
import type { AcceptsToken, SupervisorPin } from '../vault/pin'
import type { Vault } from '../vault/vault'
import { addressRefusalWords, tokenRefusalWords } from '../words/command-line-words'
import type { ProvisionCommand } from './command-line'
import { makeLineReader } from './provision-input'
import { type ProofDeps, proveRight } from './provision-proof'

export type ProvisionDeps = {
  readonly input: Readable
  readonly vault: Pick<Vault, 'save' | 'checked' | 'keychainState' | 'address'> & ProofDeps['vault']
  readonly supervisorPin: Pick<SupervisorPin, 'keep' | 'reopen'> & ProofDeps['supervisorPin']
  /** Whether the service at that address accepts the token. */
  readonly acceptsToken: AcceptsToken
  readonly askService: AskService
  readonly settings: Pick<TillSettings, 'change' | 'mayChange'>
  /** What is wrong with the administrator's policy; null when nothing is. */
  readonly policyProblem: string | null
  /** What of the profile a newer program wrote, by name: then nothing is changed, not even in part. */
  /** The public key that this till signs exports with, made if need be; '' where the keychain does not keep one. */
  readonly signedBy: () => Promise<string>
}

type ProvisionedPin = 'set' | 'kept' | 'replaced' | 'reopened' | 'stopped' | 'none'

/** What is printed as one line of JSON (architecture.md, "Words and places"). Never holds the token or the PIN. */
export type ProvisionReport =
  | {
      readonly provisioned: true
      readonly serviceAddress: string
      /** What it said to this token; a till that has no line yet is provisioned all the same. */
      readonly service: ServiceWord['said']
      /** The address that it took the place of as the same service; null when none was named. */
      readonly movedFrom: string | null
      readonly deviceId: string
      readonly storeName: string
      readonly storeId: string
      /** The related records that are asked for (interface.md §4.2, `include`). */
      readonly related: readonly RelatedKind[]
      /**
       * `kept`: there was one already, which only its owner changes, in Settings. `replaced`: its record was
       * damaged. `stopped`: it was wrong ten times in a row; `reopened`: the stored token, given again, ended that.
       */
      readonly supervisorPin: ProvisionedPin
      /** To be kept by whoever checks exports of this till (docs/refund-protocol.md). */
      readonly exportsSignedBy: string
      readonly keepDays: number
      readonly keepCopies: number
    }
  | { readonly provisioned: false; readonly message: string }

function refuse(message: string): ProvisionReport {
  return { provisioned: false, message }
}

type PinOutcome =
  | { readonly ok: true; readonly pin: ProvisionedPin }
  | { readonly ok: false; readonly message: string }

async function storePin(
  pin: string | null,
  supervisorPin: ProvisionDeps['supervisorPin'],
): Promise<PinOutcome> {
  const state = await supervisorPin.state()
  if (!state.ok) return { ok: false, message: `The keychain cannot be used: ${state.fault.detail}` }
  if (state.value === 'stopped') return { ok: true, pin: 'stopped' }
  if (pin === null) return { ok: true, pin: 'none' }
  if (state.value === 'set') return { ok: true, pin: 'kept' }
  const damaged = state.value === 'damaged'
  const stored = await supervisorPin.keep(pin, state.value)
  if (stored.ok) return { ok: true, pin: damaged ? 'replaced' : 'set' }
  return stored.fault.kind === 'pin_weak'
    ? { ok: false, message: 'The supervisor’s PIN is too easy to guess, or too short.' }
    : { ok: false, message: 'The supervisor’s PIN could not be stored.' }
}

function orderedSettings(command: ProvisionCommand): SettingsChange {
  return {
    ...(command.storeName === null ? {} : { storeName: command.storeName }),
    ...(command.storeId === null ? {} : { storeId: command.storeId }),
    ...(command.related === null ? {} : { related: command.related }),
    ...(command.keepDays === null ? {} : { keepDays: command.keepDays }),
    ...(command.keepCopies === null ? {} : { keepCopies: command.keepCopies }),
  }
}

/** Null where the policy leaves all of it to whoever provisions the till. */
function whySetByPolicy(command: ProvisionCommand, settings: ProvisionDeps['settings']): string | null {
  const allowed = settings.mayChange(orderedSettings(command))
  if (allowed.ok) return null
  return `The policy of this PC sets ${allowed.fault.settings.join(', ')} otherwise. Leave that out, or name what it sets.`
}

/** An address is kept beside the token, and both have to fit (stored-credentials.ts). */
const longestMovedFrom = 200

/**
 * The address that the new one takes the place of, normalised; null when none does. Two moves of which the program
 * saw neither are one: from the first address to the last.
 */
async function movedFrom(
  command: ProvisionCommand,
  address: string,
  vault: ProvisionDeps['vault'],
): Promise<Result<string | null, string>> {
  if (command.movedFrom === null) return succeed(null)
  const old = readServiceAddress(command.movedFrom)
  if (!old.ok) return fail(`--moved-from cannot be used. ${addressRefusalWords(old.fault)}`)
  const { text } = old.value
  if (text === address) return fail('--moved-from names the same address as --service-url.')
  if (text.length > longestMovedFrom) return fail('The address of --moved-from is too long.')
  const stored = await vault.address()
  const note = await vault.note()
  const earlier = note.ok ? (note.value?.movedFrom ?? null) : null
  if (stored !== '' && text !== stored && text !== earlier) {
    return fail(`--moved-from is not the service that is stored now, which is ${stored}`)
  }
  return succeed(text === stored && earlier !== null ? earlier : text)
}

function whyNotUsable(fault: CredentialsFault): string {
  switch (fault.kind) {
    case 'address_not_allowed':
      return `The address cannot be used. ${addressRefusalWords(fault)}`
    case 'token_not_usable':
      return `The access token cannot be used. ${tokenRefusalWords[fault.why]}`
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

/**
 * Stores the service's address and token for this OS account, and what else was given, without a window.
 * Checks all of it before it stores any of it. The settings go last: they tell a running program.
 */
export async function provision(command: ProvisionCommand, deps: ProvisionDeps): Promise<ProvisionReport> {
  const nextLine = makeLineReader(deps.input)
  if (deps.policyProblem !== null) return refuse(deps.policyProblem)
  const setByPolicy = whySetByPolicy(command, deps.settings)
  if (setByPolicy !== null) return refuse(setByPolicy)
  const token = await nextLine()
  const pin = command.readsPin ? await nextLine() : null
  const checked = deps.vault.checked({ address: command.serviceAddress, token })
  if (!checked.ok) return refuse(whyNotUsable(checked.fault))
  const { address } = checked.value
  const keychain = await deps.vault.keychainState()
  if (!keychain.works) return refuse(`The keychain of this account cannot be used: ${keychain.detail}`)
  const moved = await movedFrom(command, address, deps.vault)
  if (!moved.ok) return refuse(moved.fault)
  const isMove = moved.value !== null
  const proven = await proveRight({ address, isMove, token: checked.value.token, pin, nextLine }, deps)
  if (!proven.ok) return refuse(proven.fault)
  return store(command, checked.value, { pin, movedFrom: moved.value }, deps)
}

function whyNotSaved(fault: FaultOf<'settings_not_saved' | 'set_by_policy'>): string {
  return fault.kind === 'set_by_policy' ? 'the policy of this PC sets them.' : fault.detail
}

/** Whoever gives the token that is stored already ends a stop of the PIN, if the service accepts it; no other token does. */
async function reopen(
  token: string,
  { supervisorPin, vault, acceptsToken }: ProvisionDeps,
): Promise<boolean> {
  const before = await supervisorPin.state()
  if (!before.ok || before.value !== 'stopped') return false
  const isStored = await vault.isStoredToken(token)
  if (!isStored.ok || !isStored.value) return false
  return (await supervisorPin.reopen(token, acceptsToken)).ok
}

async function store(
  command: ProvisionCommand,
  credentials: StoredCredentials,
  given: { readonly pin: string | null; readonly movedFrom: string | null },
  deps: ProvisionDeps,
): Promise<ProvisionReport> {
  const reopened = await reopen(credentials.token, deps)
  const storedPin = reopened
    ? ({ ok: true, pin: 'reopened' } as const)
    : await storePin(given.pin, deps.supervisorPin)
  if (!storedPin.ok) return refuse(storedPin.message)
  const stored = await deps.vault.save(credentials, {
    ...(command.deviceId === null ? {} : { deviceId: command.deviceId }),
    ...(given.movedFrom === null ? {} : { movedFrom: given.movedFrom }),
  })
  if (!stored.ok || stored.value !== 'keychain') return refuse('The keychain did not keep the access token.')
  const note = await deps.vault.note()
  // Written even when nothing in it changes: a program that is running notices by this file.
  const settings = await deps.settings.change(orderedSettings(command))
  if (!settings.ok) return refuse(`The settings could not be saved: ${whyNotSaved(settings.fault)}`)
  const { storeName, storeId, related, keepDays, keepCopies } = settings.value
  return {
    provisioned: true,
    serviceAddress: credentials.address,
    service: (await deps.askService(credentials)).said,
    movedFrom: given.movedFrom,
    deviceId: (note.ok ? note.value?.deviceId : null) ?? '',
    storeName,
    storeId,
    related,
    supervisorPin: storedPin.pin,
    exportsSignedBy: await deps.signedBy(),
    keepDays,
    keepCopies,
  }
}
