/** What a person says of alarms and of locks that no attempt holds, and acts that are no refunds (refund-protocol.md 9, 12). */
import type { Attempt } from '../../shared/attempt'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Journal } from '../journal/journal-types'
import { writeFault } from './journal-faults'
import type { PersonsWord, RefundService } from './refund-service'

type Alarm = Parameters<RefundService['acknowledge']>[0]

/** Ends one alarm, never a lock; the caller has checked the PIN. Answers the attempt, null for an alarm of none. */
export function acknowledgeAlarm(
  journal: Pick<Journal, 'append' | 'appendTill' | 'standing'>,
  alarm: Alarm,
  { supervisor: by, note }: { readonly supervisor: string; readonly note: string },
  at: number,
): Result<Attempt | null, Fault> {
  const unknown = { kind: 'alarm_unknown' } as const
  if (alarm.of === 'attempt') {
    const event = { kind: 'acknowledged', at, alarm: alarm.number, by, note } as const
    const written = journal.append(alarm.marker, event)
    return written.ok ? written : fail(writeFault(written.fault, unknown))
  }
  const { line } = alarm
  if (!journal.standing().alarms.some((each) => each.line === line)) return fail(unknown)
  const written = journal.appendTill({ kind: 'alarm_acknowledged', at, line, by, note })
  return written.ok ? succeed(null) : fail(writeFault(written.fault, unknown))
}

/**
 * Ends a lock that no attempt holds; the caller has checked the PIN. One of a refund that cannot be opened ends at the
 * connected service alone: it may have been sent to another, at which this person has not looked.
 */
export function releaseLock(
  journal: Pick<Journal, 'appendPayment' | 'standing'>,
  { line, address, at }: { readonly line: number; readonly address: string; readonly at: number },
  { supervisor, why, saw }: PersonsWord & { readonly saw: string },
): Result<null, Fault> {
  const unknown = { kind: 'attempt_unknown' } as const
  const lock = journal.standing().locks.find((each) => each.line === line)
  if (lock === undefined) return fail(unknown)
  if (lock.kind === 'unread' && address === '') return fail({ kind: 'not_set_up' })
  const where = lock.kind === 'unread' ? { address } : {}
  const written = journal.appendPayment({ kind: 'released', at, line, ...where, supervisor, saw, why })
  return written.ok ? succeed(null) : fail(writeFault(written.fault, unknown))
}
