import type { DeskState, ParsedInput } from '../../shared/contract'
import { fail, type Result, succeed } from '../../shared/result'
import type { SavedCopies } from '../lookup/saved-copies'
import type { RefundDesk } from '../refund/refund-desk'
import type { SecretsState } from '../settings/secrets-state'
import type { SettingsChange, SettingsStore } from '../settings/settings'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { Vault } from '../vault/vault'
import type { PartOfHandlers } from './part-of-handlers'

type Parts = {
  readonly practice: boolean
  readonly settings: Pick<SettingsStore, 'change'>
  readonly vault: Pick<Vault, 'save' | 'forget'>
  readonly supervisorPin: Pick<SupervisorPin, 'set'>
  readonly secrets: Pick<SecretsState, 'refresh'>
  readonly refundDesk: Pick<RefundDesk, 'wake'>
  readonly copies: Pick<SavedCopies, 'census'>
  /** Answers false when the disk does not let go of them. */
  readonly forgetCopies: () => Promise<boolean>
  readonly readDesk: () => DeskState
  /** To be called after every change, whoever asked for it. */
  readonly deskChanged: () => void
}

/** Leaves out what was not given: undefined would not fit the settings' own type. */
function given(input: ParsedInput<'settings:save'>): SettingsChange {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Practice has its own token for its own service; a real one must not end up there by mistake. */
const notInPractice = fail({
  kind: 'address_not_allowed',
  detail: 'Practice has a payment service of its own. Leave practice first.',
} as const)

const copiesNotDeleted = fail({ kind: 'copies_not_deleted' } as const)

/** The desk's state, the settings, and the secrets that go in and never come out. */
export function settingsHandlers(
  parts: Parts,
): PartOfHandlers<
  | 'desk:read'
  | 'settings:save'
  | 'token:save'
  | 'token:forget'
  | 'copies:count'
  | 'copies:forget'
  | 'supervisor:set-pin'
> {
  const {
    practice,
    settings,
    vault,
    supervisorPin,
    secrets,
    refundDesk,
    copies,
    forgetCopies,
    readDesk,
    deskChanged,
  } = parts
  function announced(): Result<DeskState, never> {
    deskChanged()
    return succeed(readDesk())
  }

  async function secretsChanged(): Promise<Result<DeskState, never>> {
    await secrets.refresh()
    // A keychain that works again, or a service that can be asked again: what waits for it is due.
    refundDesk.wake()
    return announced()
  }

  return {
    'desk:read': () => succeed(readDesk()),
    'settings:save': (input) => {
      const saved = settings.change(given(input))
      return saved.ok ? announced() : saved
    },
    'token:save': async (typed) => {
      if (practice) return notInPractice
      const saved = await vault.save(typed)
      return saved.ok ? secretsChanged() : saved
    },
    'token:forget': async () => {
      if (practice) return notInPractice
      const forgotten = await vault.forget()
      // Whatever the keychain says: who takes the token away wants none of its receipts left.
      await forgetCopies()
      // Even then the session's token is gone, and the screen must say so.
      if (!forgotten.ok) await secretsChanged()
      return forgotten.ok ? secretsChanged() : forgotten
    },
    'copies:count': async ({ keepDays, keepCopies }) => {
      const census = await copies.census({ days: keepDays, count: keepCopies })
      if (census === null) return succeed(null)
      const { oldest } = census
      return succeed({ ...census, oldest: oldest === null ? null : new Date(oldest).toISOString() })
    },
    'copies:forget': async () => ((await forgetCopies()) ? succeed({}) : copiesNotDeleted),
    'supervisor:set-pin': async (pins) => {
      const set = await supervisorPin.set(pins)
      return set.ok ? secretsChanged() : set
    },
  }
}
