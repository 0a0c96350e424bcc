import type { AppState } from '../../shared/contract/contract'
import type { People, PeopleView } from '../people/people'
import { makeSignal, makeTurns } from '../system/signal'
import type { Vault } from '../vault/vault'

/** What may be known about the profile's secrets: where they are, never what they are. */
export type SecretsView = {
  readonly token: AppState['token']
  readonly address: string
  /** Sent with every refund; '' until a token is kept in the keychain. */
  readonly deviceId: string
  readonly keychain: AppState['keychain']
  readonly people: PeopleView
}

export type SecretsState = Awaited<ReturnType<typeof openSecretsState>>

type SecretsStateDeps = {
  readonly vault: Pick<Vault, 'state' | 'address' | 'keychainState' | 'note' | 'changes'>
  readonly people: Pick<People, 'view'>
  /** Calls back once after so many milliseconds; answers what calls that off (refund/clock.ts). */
  readonly after: (milliseconds: number, callBack: () => void) => () => void
}

/** How long a keychain that does not answer is left alone, in milliseconds (refund-protocol.md 11). */
const retryMs = 60_000

/**
 * What the keychain said last, so that the app state can be read at once. While it does not answer, what was
 * known stays in use, and it is asked again every minute until it does.
 */
export async function openSecretsState(deps: SecretsStateDeps) {
  const { vault, after } = deps
  /** Something else is known than before, or address or token are others. */
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
  let told = stampOf()

  async function ask(): Promise<SecretsView> {
    const keychain = await vault.keychainState()
    // Both know what was last read, also from a keychain that is silent now.
    const [token, address, note, found] = await Promise.all([
      vault.state(),
      vault.address(),
      vault.note(),
      deps.people.view(),
    ])
    const deviceId = note.ok ? (note.value?.deviceId ?? '') : view.deviceId
    const people = found.ok ? found.value : view.people
    view = { token, address, deviceId, keychain, people }
    planNext(keychain.works && found.ok)
    return view
  }

  /**
   * Asks the keychain at once; bounded in time as each of its calls is. One question at a time: whoever asks meanwhile
   * gets an answer that was begun after he asked.
   */
  const refresh = () => asking.inTurn(ask).finally(tellChange)

  function planNext(answered: boolean): void {
    callOff?.()
    callOff = answered || closed ? null : after(retryMs, () => void askByItself())
  }

  function tellChange(): void {
    const now = stampOf()
    if (closed || now === told) return
    told = now
    changed.fire()
  }

  async function askByItself(): Promise<void> {
    callOff?.()
    callOff = null
    await refresh()
  }

  await refresh()
  return {
    changed,
    read: () => view,
    refresh,
    /** The PC woke up: a keychain that did not answer is asked at once. */
    wake() {
      if (callOff !== null) void askByItself()
    },
    /**
     * Somebody confirms a refund: where the keychain did not answer it is asked at once, and this resolves with its
     * answer taken note of. Never rejects.
     */
    async askAgain(): Promise<void> {
      if (callOff !== null) await askByItself()
      else if (!view.keychain.works) await asking.settled()
    },
    /** Nothing is asked any more. */
    close(): void {
      closed = true
      callOff?.()
      callOff = null
    },
  }
}
