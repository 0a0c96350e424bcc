import type { Readable } from 'node:stream'
import type { RelatedKind } from '../shared/related'
import type { ProvisionCommand } from './command-line'
import type { SettingsStore } from './settings/settings'
import { checkCredentials } from './vault/stored-credentials'
import type { SupervisorPin } from './vault/supervisor-pin'
import type { Vault } from './vault/vault'

export type ProvisionParts = {
  readonly input: Readable
  readonly vault: Pick<Vault, 'save' | 'keychainState'>
  readonly supervisorPin: Pick<SupervisorPin, 'state' | 'set' | 'replaceDamaged'>
  readonly settings: Pick<SettingsStore, 'change' | 'read'>
}

type ProvisionedPin = 'set' | 'kept' | 'replaced' | 'none'

/** What is printed as one line of JSON (design.md, "Words and places"). Never holds the token or the PIN. */
export type ProvisionReport =
  | {
      readonly provisioned: true
      readonly serviceAddress: string
      readonly deviceId: string
      readonly storeName: string
      readonly storeId: string
      /** The related records that are asked for (interface.md §4.2, `include`). */
      readonly related: readonly RelatedKind[]
      /**
       * `kept`: there was one already, which only its owner changes, in Settings. `replaced`: its record was
       * damaged.
       */
      readonly supervisorPin: ProvisionedPin
      readonly keepDays: number
      readonly keepCopies: number
    }
  | { readonly provisioned: false; readonly message: string }

/** A token is far shorter; more than this is not one. */
const mostInput = 64 * 1024

function refuse(message: string): ProvisionReport {
  return { provisioned: false, message }
}

/** The first lines of the input, as many as are needed; it need not end after them. */
async function readLines(input: Readable, count: number): Promise<readonly string[]> {
  let text = ''
  for await (const piece of input) {
    text += String(piece)
    if (text.split('\n').length > count || text.length > mostInput) break
  }
  return text
    .split('\n')
    .slice(0, count)
    .map((line) => line.replace(/\r$/, ''))
}

type PinOutcome =
  | { readonly ok: true; readonly pin: ProvisionedPin }
  | { readonly ok: false; readonly message: string }

async function storePin(
  pin: string | null,
  supervisorPin: ProvisionParts['supervisorPin'],
): Promise<PinOutcome> {
  if (pin === null) return { ok: true, pin: 'none' }
  const state = await supervisorPin.state()
  if (!state.ok) return { ok: false, message: `The keychain can not be used: ${state.fault.detail}` }
  if (state.value === 'set') return { ok: true, pin: 'kept' }
  const damaged = state.value === 'damaged'
  const stored = await (damaged
    ? supervisorPin.replaceDamaged(pin)
    : supervisorPin.set({ currentPin: '', newPin: pin }))
  if (stored.ok) return { ok: true, pin: damaged ? 'replaced' : 'set' }
  return stored.fault.kind === 'pin_weak'
    ? { ok: false, message: 'The supervisor’s PIN is too easy to guess, or too short.' }
    : { ok: false, message: 'The supervisor’s PIN could not be stored.' }
}

function storeSettings(command: ProvisionCommand, settings: ProvisionParts['settings']) {
  // Written even when nothing in it changes: a program that is running notices by this file.
  return settings.change({
    ...(command.deviceId === null ? {} : { deviceId: command.deviceId }),
    ...(command.storeName === null ? {} : { storeName: command.storeName }),
    ...(command.storeId === null ? {} : { storeId: command.storeId }),
    ...(command.related === null ? {} : { related: command.related }),
    ...(command.keepDays === null ? {} : { keepDays: command.keepDays }),
    ...(command.keepCopies === null ? {} : { keepCopies: command.keepCopies }),
  })
}

/**
 * Stores the service's address and token for this OS account, and what else was given, without a window.
 * Checks all of it before it stores any of it. The settings go last: they tell a running program.
 */
export async function provision(command: ProvisionCommand, parts: ProvisionParts): Promise<ProvisionReport> {
  const [token = '', pin = ''] = await readLines(parts.input, command.readsPin ? 2 : 1)
  const credentials = { address: command.serviceAddress, token }
  const checked = checkCredentials(credentials)
  if (!checked.ok) {
    const subject = checked.fault.kind === 'address_not_allowed' ? 'address' : 'access token'
    return refuse(`The ${subject} can not be used. ${checked.fault.detail}`)
  }
  const keychain = await parts.vault.keychainState()
  if (!keychain.works) return refuse(`The keychain of this account can not be used: ${keychain.detail}`)
  const storedPin = await storePin(command.readsPin ? pin : null, parts.supervisorPin)
  if (!storedPin.ok) return refuse(storedPin.message)
  const stored = await parts.vault.save(credentials)
  if (!stored.ok || stored.value !== 'keychain') return refuse('The keychain did not keep the access token.')
  const settings = storeSettings(command, parts.settings)
  if (!settings.ok) return refuse(`The settings could not be saved: ${settings.fault.detail}`)
  const { deviceId, storeName, storeId, related, keepDays, keepCopies } = settings.value
  return {
    provisioned: true,
    serviceAddress: checked.value.address,
    deviceId,
    storeName,
    storeId,
    related,
    supervisorPin: storedPin.pin,
    keepDays,
    keepCopies,
  }
}
