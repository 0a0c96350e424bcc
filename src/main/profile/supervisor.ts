import type { Fault, FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Clock } from '../system/clock'
import { makeSignal, makeTurns, type Signal } from '../system/signal'
import type { StoredCredentials } from '../vault/credentials'
import { type AcceptsToken, type SupervisorPin, waitAfterWrongTries } from '../vault/pin'
import type { Vault } from '../vault/vault'

/** How somebody shows that they may do what a cashier may not. */
export type SupervisorProof =
  | { readonly with: 'pin'; readonly pin: string }
  /** The access token that is stored now: whoever set this till up has it. */
  | { readonly with: 'token'; readonly stored: string }

/** `nothing`: this till is nobody's yet, there is neither a PIN nor a token to ask for. */
export type NeededProof = 'nothing' | SupervisorProof['with']

/** A supervisor at this till (architecture.md, "Who may do what"): open from a proof on, for a while, less when nothing is done. */
export type SupervisorSession = {
  /** What opens it. A keychain that does not answer opens nothing on a till that was in use. */
  readonly needs: () => Promise<Result<NeededProof, FaultOf<'keychain_unavailable'>>>
  /** Opens it; a wrong proof leaves it as it was. */
  readonly begin: (proof: SupervisorProof) => Promise<Result<null, Fault>>
  /** Opens it for whoever has just connected a till that was nobody's, so that the first PIN can follow. */
  readonly beginForInstaller: () => void
  readonly isOpen: () => boolean
  /** Something was done with it: the idle time begins anew. */
  readonly use: () => void
  readonly end: () => void
  /** It opened or ended. */
  readonly changed: Signal
}

/** What the service at an address is asked about a token. */
type Asking = {
  readonly acceptsToken: AcceptsToken
  /** Whether it shows a payment that this till knows to whoever has that token. */
  readonly showsPayment: (credentials: StoredCredentials) => Promise<boolean>
}

type SessionDeps = Asking & {
  readonly supervisorPin: Pick<SupervisorPin, 'state' | 'check'>
  readonly vault: Pick<Vault, 'isStoredToken' | 'note' | 'withCredentials'>
  /** Whether a journal was ever in force in this profile, as far as its files tell. */
  readonly wasUsed: () => boolean
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
}

/** So long it stays open while nothing is done with it, and at most whatever is done, in milliseconds. */
export const sessionIdleTime = 2 * 60_000
export const sessionLimit = 10 * 60_000

export function makeSupervisorSession(deps: SessionDeps): SupervisorSession {
  const { supervisorPin, vault, wasUsed, clock } = deps
  const changed = makeSignal()
  const checkToken = makeTokenCheck(deps)
  let stopTimer: (() => void) | null = null
  let endsAt = 0

  function end(): void {
    if (stopTimer === null) return
    stopTimer()
    stopTimer = null
    changed.fire()
  }

  function keepOpen(): void {
    stopTimer?.()
    stopTimer = clock.after(Math.min(sessionIdleTime, endsAt - clock.monotonic()), end)
  }

  function open(): void {
    const wasOpen = stopTimer !== null
    endsAt = clock.monotonic() + sessionLimit
    keepOpen()
    if (!wasOpen) changed.fire()
  }

  async function needs(): ReturnType<SupervisorSession['needs']> {
    const pin = await supervisorPin.state()
    if (!pin.ok) return wasUsed() ? pin : succeed('nothing')
    if (pin.value === 'set') return succeed('pin')
    const note = await vault.note()
    if (!note.ok) return wasUsed() ? note : succeed('nothing')
    // A PIN that was lost, deleted or tried too often, or a forgotten token, is no reason to let anybody in.
    const isNobodys = note.value === null ? !wasUsed() : !note.value.wasConnected
    return succeed(pin.value === 'none' && isNobodys ? 'nothing' : 'token')
  }

  return {
    needs,
    async begin(proof) {
      const needed = await needs()
      if (!needed.ok) return needed
      if (needed.value !== 'nothing') {
        const shown =
          proof.with === 'pin' ? await supervisorPin.check(proof.pin) : await checkToken(proof.stored)
        if (!shown.ok) return shown
      }
      open()
      return succeed(null)
    },
    beginForInstaller: open,
    isOpen: () => stopTimer !== null,
    use() {
      if (stopTimer !== null) keepOpen()
    },
    end,
    changed,
  }
}

/** Compares with the token that is stored now; wrong ones make the next wait, as wrong PINs do. */
function makeTokenCheck(deps: SessionDeps) {
  const { vault, clock } = deps
  const { inTurn } = makeTurns()
  let wrongTries = 0
  let opensAt = clock.monotonic()

  return (stored: string): Promise<Result<null, Fault>> =>
    inTurn(async () => {
      const rest = opensAt - clock.monotonic()
      if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / 1000) })
      const same = await vault.isStoredToken(stored)
      if (!same.ok) return same
      const shown = same.value || (stored !== '' && (await tookItsPlace(stored, deps)))
      wrongTries = shown ? 0 : wrongTries + 1
      opensAt = clock.monotonic() + waitAfterWrongTries(wrongTries)
      return shown ? succeed(null) : fail({ kind: 'token_not_the_stored' })
    })
}

/**
 * Whether this token took the stored one's place at the service: that one is refused there, and this one is shown a payment
 * that this till knows. So a token that was mistyped or has run out locks nobody out, and another merchant's token of the
 * same service opens nothing. False too while the service cannot be asked.
 */
export async function tookItsPlace(
  token: string,
  { vault, acceptsToken, showsPayment }: Asking & { readonly vault: Pick<Vault, 'withCredentials'> },
): Promise<boolean> {
  const accepted = await vault.withCredentials(async ({ address, token: stored }) => {
    const before = await acceptsToken({ address, token: stored })
    if (before.ok || before.fault.kind !== 'token_not_accepted') return false
    return showsPayment({ address, token })
  })
  return accepted.ok && accepted.value
}
