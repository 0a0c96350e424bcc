import type { Clock } from '../scheduling/clock'
import { defaultCloseMs } from '../scheduling/close-in-turn'
import { inTime, late } from '../scheduling/in-time'
import type { ProfileMode } from './profile-mode'

/** What was opened for one profile. */
type Closable = { readonly close: () => Promise<void> }

export type PracticeMode<Opened> = {
  /** The session that is open, or will be in a moment. */
  readonly session: () => Promise<Opened>
  /** The session that is open now; null while one is being opened. */
  readonly sessionNow: () => Opened | null
  /** The mode of the page that is shown, or loaded next. */
  readonly mode: () => ProfileMode
  readonly switchTo: (mode: ProfileMode) => Promise<void>
  readonly close: () => Promise<void>
}

type Deps<Opened> = {
  readonly open: (mode: ProfileMode, switchTo: PracticeMode<Opened>['switchTo']) => Promise<Opened>
  /** Loads the page anew: nothing of the other profile may stay on the screen. */
  readonly reloadPage: () => void
  /** Takes note of why a profile could not be opened: always a bug. */
  readonly couldNotOpen: (cause: unknown) => void
  /** No profile is open, and none will be. */
  readonly nothingIsOpen: (cause: unknown) => void
  readonly clock: Pick<Clock, 'after'>
}

/**
 * Practice and the real service are two profiles, and one of them is open. Switching restarts in this process
 * all that is composed, not the program: a program that starts itself again can lose its terminal, its test
 * driver or the single-instance lock in between. The choice is not remembered: a till must not wake up in
 * practice by accident.
 */
export function makePracticeMode<Opened extends Closable>(
  first: ProfileMode,
  deps: Deps<Opened>,
): PracticeMode<Opened> {
  const { open, reloadPage, couldNotOpen, nothingIsOpen, clock } = deps
  let mode = first
  let opened: Opened | null = null
  let current = openSession(first)
  current.catch(nothingIsOpen)

  async function openSession(wanted: ProfileMode): Promise<Opened> {
    opened = await open(wanted, switchTo)
    return opened
  }

  async function replace(old: Opened, wanted: ProfileMode): Promise<Opened> {
    await old.close()
    opened = null
    try {
      const session = await openSession(wanted)
      mode = wanted
      return session
    } catch (cause) {
      couldNotOpen(cause)
      return openSession(mode)
    } finally {
      // Not before the answer to the call that asked for this is on its way.
      setImmediate(reloadPage)
    }
  }

  async function switchTo(wanted: ProfileMode): Promise<void> {
    // Put in place at once: from here on every call waits for the session that is to come.
    const next = current.then((old) => (wanted === mode ? old : replace(old, wanted)))
    current = next
    await next.catch((cause) => {
      nothingIsOpen(cause)
      throw cause
    })
    if (mode !== wanted) throw new Error(`The ${wanted} session could not be opened`)
  }

  async function close(): Promise<void> {
    // One that is still being opened may wait for a keychain that never answers.
    const opening = current.catch(() => null)
    const session = opened ?? (await inTime(opening, defaultCloseMs, clock))
    if (session !== late) await session?.close()
    opened = null
  }

  return { session: () => current, sessionNow: () => opened, mode: () => mode, switchTo, close }
}
