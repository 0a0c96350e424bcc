import type { Journal, RefundsOffFault } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'

export type BackgroundVerification = { readonly stop: () => void }

export type BackgroundVerificationDeps = {
  readonly journal: Pick<Journal, 'verifyMore'>
  readonly clock: Clock
  /** Whether a refund is on its way: until its answer is written nothing is looked for. */
  readonly isSending: () => boolean
  /** Called once: damage was found. */
  readonly damaged: (fault: RefundsOffFault) => void
  readonly log: (line: string) => void
}

/** Milliseconds of work at a time, and between. */
const slice = 5
const pause = 45
/** A program that never ends checks everything again every day. */
const again = 24 * 60 * 60 * 1000

/** Verifies older lines and rows behind the cashier (refund-protocol.md 13). The journal keeps how far it has come. */
export function verifyBehind(deps: BackgroundVerificationDeps): BackgroundVerification {
  const { journal, clock } = deps
  let callOff = clock.after(pause, step)

  function step(): void {
    if (deps.isSending()) {
      callOff = clock.after(pause, step)
      return
    }
    const found = journal.verifyMore(slice)
    if (found === 'more') callOff = clock.after(pause, step)
    else if (found === 'whole') callOff = clock.after(again, step)
    else {
      deps.log(`refunds: damage found behind: ${found.why}: ${found.detail}`)
      deps.damaged(found)
    }
  }

  return { stop: () => callOff() }
}
