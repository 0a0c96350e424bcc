import type { AppState, ParsedInput } from '../../shared/contract'
import type { Act } from '../../shared/journal-events'
import { fail, type Result, succeed } from '../../shared/result'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/refund-service'
import type { SecretsState } from '../settings/secrets-state'
import type { SettingsChange, SettingsStore } from '../settings/settings'
import { changesOf } from '../settings/settings-changes'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { Vault } from '../vault/vault'
import type { Handlers } from './answer-call'
import { mayConnect } from './other-service'

type Deps = {
  readonly practice: boolean
  readonly settings: Pick<SettingsStore, 'change' | 'read'>
  readonly vault: Pick<Vault, 'save' | 'checked' | 'forget' | 'address' | 'state' | 'isStoredToken'>
  readonly supervisorPin: Pick<SupervisorPin, 'set' | 'state' | 'check'>
  readonly secrets: Pick<SecretsState, 'refresh' | 'read'>
  readonly refundService: Pick<RefundService, 'wake' | 'acted'>
  readonly copies: Pick<SavedCopies, 'census'>
  /** Answers false when the disk does not let go of them. */
  readonly forgetCopies: () => Promise<boolean>
  readonly readAppState: () => AppState
  /** To be called after every change, whoever asked for it. */
  readonly appStateChanged: () => void
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

/** The app state, the settings, and the secrets that go in and never come out. */
export function settingsHandlers(deps: Deps) {
  const {
    practice,
    settings,
    vault,
    supervisorPin,
    secrets,
    refundService,
    copies,
    forgetCopies,
    readAppState,
    appStateChanged,
  } = deps
  function announced(): Result<AppState, never> {
    appStateChanged()
    return succeed(readAppState())
  }

  /** Nobody is asked who they are: what is known is the cashier's name that stands in Settings. */
  const note = (act: Act) => refundService.acted(act, settings.read().cashier || null)

  async function secretsChanged(): Promise<Result<AppState, never>> {
    await secrets.refresh()
    // A keychain that works again, or a service that can be asked again: what waits for it is due.
    refundService.wake()
    return announced()
  }

  return {
    'app:read': () => succeed(readAppState()),
    'settings:save': (input) => {
      const before = settings.read()
      const saved = settings.change(given(input))
      if (!saved.ok) return saved
      for (const act of changesOf(before, saved.value)) note(act)
      return announced()
    },
    'token:save': async (typed) => {
      if (practice) return notInPractice
      const allowed = await mayConnect(deps, typed)
      if (!allowed.ok) return allowed
      const { address, token } = typed
      const saved = await vault.save({ address, token })
      if (!saved.ok) return saved
      const appState = await secretsChanged()
      note({ act: 'credentials', what: 'saved', address: secrets.read().address })
      return appState
    },
    'token:forget': async () => {
      if (practice) return notInPractice
      const { address } = secrets.read()
      const forgotten = await vault.forget()
      // Whatever the keychain says: who takes the token away wants none of its receipts left.
      await forgetCopies()
      // Even then the session's token is gone, and the screen must say so.
      if (!forgotten.ok) await secretsChanged()
      if (!forgotten.ok) return forgotten
      note({ act: 'credentials', what: 'forgotten', address })
      return secretsChanged()
    },
    'copies:count': async ({ keepDays, keepCopies }) => {
      const census = await copies.census({ days: keepDays, count: keepCopies })
      if (census === null) return succeed(null)
      const { oldest } = census
      return succeed({ ...census, oldest: oldest === null ? null : new Date(oldest).toISOString() })
    },
    'copies:forget': async () => {
      if (!(await forgetCopies())) return copiesNotDeleted
      note({ act: 'copies_forgotten' })
      return succeed({})
    },
    'supervisor:set-pin': async (pins) => {
      const before = await supervisorPin.state()
      const set = await supervisorPin.set(pins)
      if (!set.ok) return set
      note({ act: 'pin', what: before.ok && before.value === 'none' ? 'set' : 'changed' })
      return secretsChanged()
    },
  } satisfies Partial<Handlers>
}
