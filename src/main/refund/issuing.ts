/** One refund at a time, and what the disk did not take tried again (refund-protocol.md 1 and 3). */
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptView } from './attempt-views'
import { type Issued, issueRefund } from './issue-refund'
import type { RefundComponents } from './refund-components'
import type { SendingDeps } from './refund-deps'
import type { IssuedRefund, RefundOrder, RefundService } from './refund-service'

export type Issuing = Pick<RefundService, 'issue' | 'isSending'> & {
  /** What the disk did not take before may be taken now. */
  readonly flush: () => void
  /** Resolves when nothing is being sent. */
  readonly settled: () => Promise<void>
  /** Tries no more by itself. */
  readonly stop: () => void
}

/** How long the disk is left alone after it did not take a line, in milliseconds. */
const flushAgainAfter = 5000

export function makeIssuing(
  deps: Pick<SendingDeps, 'sender' | 'randomBytes' | 'deviceId' | 'clock' | 'log'>,
  components: RefundComponents,
): Issuing {
  const { clock } = deps
  const { pendingEvents, headAnchor, notes, runs, views, changed } = components
  let sending: Promise<unknown> | null = null
  let callOff: () => void = () => undefined
  let stopped = false

  function flush(): void {
    for (const attempt of pendingEvents.flush()) changed(attempt)
    callOff()
    if (!pendingEvents.isEmpty() && !stopped) callOff = clock.after(flushAgainAfter, flush)
  }

  /** Keychain and disk may answer again by now: a cashier who waits is the best reason to ask. */
  async function run(order: RefundOrder): Promise<Result<Issued, Fault>> {
    flush()
    components.catchUp()
    if (headAnchor.isBehind()) await headAnchor.keep()
    const off = components.refundsOff()
    if (off !== null) return fail({ kind: 'refunds_off', why: off })
    return issueRefund(order, {
      ...deps,
      ...components,
      raise: notes.raiseByAnswer,
      inRun: (attempt) => runs.checkTimes(attempt).inRun,
    })
  }

  /** A record of another id is no answer to this refund (protocol 7), so nobody is shown it. */
  function shown({ attempt, record }: Issued): IssuedRefund {
    const own = record?.id === attempt.intent.id ? record : null
    return { attempt: attemptView(attempt, views), record: own }
  }

  return {
    async issue(order) {
      // Set before anything is awaited: a hundred clicks are one refund.
      if (sending !== null) return fail({ kind: 'refund_in_progress' })
      const work = run(order)
      sending = work
      components.appStateChanged()
      try {
        const issued = await work
        return issued.ok ? succeed(shown(issued.value)) : issued
      } finally {
        sending = null
        components.appStateChanged()
        flush()
      }
    },
    isSending: () => sending !== null,
    flush,
    async settled() {
      await sending?.catch(() => undefined)
    },
    stop() {
      stopped = true
      callOff()
    },
  }
}
