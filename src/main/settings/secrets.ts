import type { AppState } from '../../shared/contract/contract'
import type { People, PeopleView } from '../people/people'
import type { Clock } from '../system/clock'
import { makeSignal, makeTurns } from '../system/signal'
import type { Vault } from '../vault/vault'

/** What the window may know about the profile's secrets. */
export type SecretsView = {
  readonly token: AppState['token']
  readonly address: string
  /** Sent with every refund; '' until a token is in the keychain. */
  readonly deviceId: string
  readonly keychain: AppState['keychain']
  readonly people: PeopleView
}

export type SecretsState = Awaited<ReturnType<typeof openSecretsState>>

type SecretsStateDeps = {
  readonly vault: Pick<Vault, 'look' | 'changes'>
  readonly people: Pick<People, 'view'>
  readonly after: Clock['after']
}

/** How long to wait after the keychain did not answer (refund-protocol.md 11). */
const retryMs = 60_000

/**
 * Holds the keychain's last answer, so that the app state can be read at once. While the keychain does not answer, the
 * last answer stays in use, and the question is repeated every minute.
 */
export async function openSecretsState(deps: SecretsStateDeps) {
  const { vault, after } = deps
  /** Fires when the answer, the address or the token changed. */
  const changed = makeSignal()
  let callOff: (() => void) | null = null
  let closed = false
  const asking = makeTurns()
  let view: SecretsView = {
    token: 'none',
    address: '',
    deviceId: '',
    keychain: { works: false, detail: 'It was not asked yet.' },
    people: { state: 'none', people: [] },
  }

  const stampOf = () => JSON.stringify([view, vault.changes()])
  let lastStamp = stampOf()

  async function ask(): Promise<SecretsView> {
    // The vault and the people remember what they last read from a keychain that is silent now.
    const { note, ...seen } = await vault.look()
    const found = await deps.people.view()
    const deviceId = note?.deviceId ?? ''
    // Until somebody was read, people who are held are not nobody.
    const isHeld = !found.ok && found.fault.kind === 'people_held' && view.people.people.length === 0
    const known: PeopleView = isHeld ? { state: 'held', people: [] } : view.people
    const people = found.ok ? found.value : known
    view = { ...seen, deviceId, people }
    planNext(seen.keychain.works && found.ok)
    return view
  }

  /** Asks the keychain now, one question at a time. */
  const refresh = () => asking.inTurn(ask).finally(notifyChange)

  function planNext(answered: boolean): void {
    callOff?.()
    callOff = answered || closed ? null : after(retryMs, () => void askInBackground())
  }

  function notifyChange(): void {
    const now = stampOf()
    if (closed || now === lastStamp) return
    lastStamp = now
    changed.fire()
  }

  async function askInBackground(): Promise<void> {
    callOff?.()
    callOff = null
    await refresh()
  }

  await refresh()
  return {
    changed,
    read: () => view,
    refresh,
    /** Asks a keychain that did not answer again, now that the PC woke up. */
    wake() {
      if (callOff !== null) void askInBackground()
    },
    /** Asks a keychain that did not answer again, for a refund that is being confirmed. Never rejects. */
    async askAgain(): Promise<void> {
      if (callOff !== null) await askInBackground()
      else if (!view.keychain.works) await asking.settled()
    },
    close(): void {
      closed = true
      callOff?.()
      callOff = null
    },
  }
}
