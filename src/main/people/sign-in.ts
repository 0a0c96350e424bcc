import {
  isStaffed,
  type KnownPerson,
  type ListedPerson,
  type SignedOutReason,
} from '../../shared/people/people'
import type { Clock } from '../system/clock'
import { makeSignal, type Signal } from '../system/signal'

/** Who serves at a staffed till. After a start nobody is signed in, so that a restart does not unlock a till. */
export type SignIn = {
  /** Null while nobody is signed in. */
  readonly current: () => { readonly person: KnownPerson; readonly locked: boolean } | null
  readonly begin: (person: KnownPerson) => void
  /** Locks the till. Does nothing where nobody is signed in or it is locked already. */
  readonly lock: (why: SignedOutReason) => void
  /** Restarts the idle time: somebody is at the till. */
  readonly use: () => void
  /** Follows changes of people: signs out whoever was removed, and takes over a new name or role. */
  readonly follow: (people: readonly ListedPerson[]) => void
  /** Signs out, and stops all timers. */
  readonly close: () => void
  readonly changed: Signal
  /** Somebody signed in (`out` is null), was signed out, or was locked out. */
  readonly happened: Signal<{ readonly person: KnownPerson; readonly out: SignedOutReason | null }>
}

type SignInDeps = {
  /** Whether a refund is being sent: the lock waits for it. */
  readonly isSending: () => boolean
  /** After how long without a touch it locks, in milliseconds. */
  readonly lockAfterMs: () => number
  readonly clock: Pick<Clock, 'after'>
}

const askAgainMs = 1000

export function makeSignIn({ isSending, lockAfterMs, clock }: SignInDeps): SignIn {
  const changed = makeSignal()
  const happened: SignIn['happened'] = makeSignal()
  let now: { readonly person: KnownPerson; readonly locked: boolean } | null = null
  let stopTimer = () => {}
  let locksNext = false

  function set(next: typeof now): void {
    now = next
    changed.fire()
  }

  function lock(why: SignedOutReason): void {
    if (now === null || now.locked) return
    locksNext = isSending()
    if (locksNext) {
      stopTimer()
      stopTimer = clock.after(askAgainMs, () => lock(why))
      return
    }
    stopTimer()
    const { person } = now
    set({ person, locked: true })
    happened.fire({ person, out: why })
  }

  function use(): void {
    // A touch does not delay a lock that waits for a refund.
    if (now === null || now.locked || locksNext) return
    stopTimer()
    stopTimer = clock.after(lockAfterMs(), () => lock('idle'))
  }

  function end(why: SignedOutReason): void {
    if (now === null) return
    const { person, locked } = now
    stopTimer()
    set(null)
    if (!locked) happened.fire({ person, out: why })
  }

  return {
    current: () => now,
    begin(person) {
      if (now !== null && now.person.id !== person.id) end('other')
      stopTimer()
      locksNext = false
      set({ person, locked: false })
      use()
      happened.fire({ person, out: null })
    },
    lock,
    use,
    follow(people) {
      if (now === null) return
      const known = people.find(({ id }) => id === now?.person.id)
      if (known === undefined || !isStaffed(people)) return end('removed')
      const { id, name, role } = known
      if (name !== now.person.name || role !== now.person.role) set({ ...now, person: { id, name, role } })
    },
    close() {
      end('closed')
    },
    changed,
    happened,
  }
}
