import { fail, succeed } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import { teachesStore } from '../../shared/payment/refund-rules'
import { changesOf, type SettingsChange } from '../settings/settings'
import { makeTurns } from '../system/signal'
import type { Handlers } from './answer'
import type { Parts } from './handlers'

/** Practice has its own service; a real token must not end up there by mistake. */
const notInPractice = fail({ kind: 'address_not_allowed', why: 'practice_has_its_own', address: '' } as const)
const outdated = fail({ kind: 'screen_outdated' } as const)
const copiesNotDeleted = fail({ kind: 'copies_not_deleted' } as const)

/** The app state, settings, credentials, saved copies and practice. */
export function settingsHandlers(parts: Parts) {
  const { mode, settings, shownLookups, vault, people, rights, signIn, secrets, refundService } = parts
  const { copies, copySearch, recent, lists, readAppState, actor, note } = parts

  const { inTurn } = makeTurns()

  /** Saves settings one change after the other, so that the record has each as it was before that one. */
  const change = (changed: SettingsChange) => {
    const by = actor()
    return inTurn(async () => {
      const before = settings.read()
      const saved = await settings.change(changed)
      if (!saved.ok) return saved
      for (const act of changesOf(before, saved.value)) note(act, by)
      return succeed(readAppState())
    })
  }

  /** Deletes all saved copies and what depends on them. Returns false when the disk refuses. */
  async function forgetCopies(): Promise<boolean> {
    const areDeleted = await copies.forgetAll()
    const isDropped = copySearch.drop()
    recent.changed()
    lists.lookAgain()
    return areDeleted && isDropped
  }

  async function secretsChanged(): Promise<{ readonly ok: true; readonly value: AppState }> {
    await secrets.refresh()
    // What waited for the keychain or the service is due.
    refundService.wake()
    return succeed(readAppState())
  }

  return {
    'app:read': () => succeed(readAppState()),
    'settings:save': change,
    'store:learn': ({ lookup }) => {
      const storeId = shownLookups.shownFor(lookup)?.record.fields.store_id ?? ''
      return teachesStore(storeId, settings.read()) ? change({ storeId }) : outdated
    },
    'token:save': async ({ anyway, ...typed }) => {
      if (mode === 'practice') return notInPractice
      const checked = vault.checked(typed)
      if (!checked.ok) return checked
      const by = actor()
      const { person } = rights.holder() ?? signIn.current() ?? { person: null }
      const word = anyway ? ({ said: 'reached' } as const) : await parts.askService(checked.value)
      if (word.said !== 'reached') return succeed({ saved: false, ...word })
      const needed = await rights.needs()
      const saved = await vault.save(checked.value)
      if (!saved.ok) return saved
      // On a new till, whoever typed the token may go on setting it up.
      if (needed.ok && needed.value === 'nothing') {
        rights.beginForInstaller()
        if (settings.read().testPrint === 'none') await settings.change({ testPrint: 'left' })
      }
      // Whoever typed the token is no manager whom these people know.
      if (person?.role === 'manager') await people.bind()
      const app = await secretsChanged()
      note({ act: 'credentials', what: 'saved', address: secrets.read().address }, by)
      return succeed({ saved: true, app: app.value })
    },
    'token:forget': async () => {
      if (mode === 'practice') return notInPractice
      const { address } = secrets.read()
      const by = actor()
      const forgotten = await vault.forget()
      // Also after a fault: no receipt of this token may stay.
      const areDeleted = await forgetCopies()
      if (forgotten.ok) note({ act: 'credentials', what: 'forgotten', address }, by)
      // Also after a fault: the token in memory is gone, and the window is told so.
      const app = await secretsChanged()
      if (!forgotten.ok) return forgotten
      return areDeleted ? app : copiesNotDeleted
    },
    'copies:forget': async () => {
      const by = actor()
      if (!(await forgetCopies())) return copiesNotDeleted
      note({ act: 'copies_forgotten' }, by)
      return succeed({})
    },
    'practice:enter': async () => {
      note({ act: 'practice', what: 'entered' }, actor())
      await parts.switchTo('practice')
      return succeed({})
    },
    'practice:leave': async () => {
      await parts.switchTo('service')
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
