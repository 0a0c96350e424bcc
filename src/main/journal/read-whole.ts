/** Reads a journal whole before it opens: where there is no checkpoint, or it was not verified whole for a week. */

import type { Attempt } from '../../shared/attempt'
import { isOpen } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { newRound } from './audit-progress'
import { makeJournalAudit } from './journal-audit'
import { chainStart, type Head, type JournalLine } from './journal-line'
import type { OpenedFile } from './journal-memory'
import type { RefundsOffFault, Standing } from './journal-types'
import type { BookState } from './line-book'
import { damaged } from './refunds-off-fault'
import { advanceStanding, standingOfAttempts } from './standing'

/**
 * Verifies everything and answers what stands open according to all lines. Gives way at every step.
 * @param yieldToEventLoop called again and again: it yields to the event loop.
 */
export async function readWhole(
  file: OpenedFile,
  head: Head,
  yieldToEventLoop: () => Promise<void>,
): Promise<Result<BookState, RefundsOffFault>> {
  const { database, key, id, reads } = file
  const open: Attempt[] = []
  const lines: JournalLine[] = []
  const audit = makeJournalAudit(database, key, reads, () => null, {
    line: (line) => {
      if (concernsStanding(line)) lines.push(line)
    },
    attempts: (rows) => open.push(...rows.map(({ attempt }) => attempt).filter(isOpen)),
  })
  const lastNumber = reads.lastNumber()
  let round = newRound(chainStart(id), { seq: head.seq, number: lastNumber })
  for (;;) {
    await yieldToEventLoop()
    const step = audit.step(round)
    if (step.at === 'damage') return fail(damaged(step.detail))
    if (step.at === 'whole') {
      return succeed({ head, standing: await standingOf(open, lines, yieldToEventLoop), lastNumber })
    }
    round = step.round
  }
}

/** Whether a line about no attempt says anything about what stands open: most of them do not, and are not kept. */
function concernsStanding(line: JournalLine): boolean {
  if ('payment' in line) return line.payment.kind !== 'lower_seen' && line.payment.kind !== 'lowered'
  return 'till' in line && line.till.kind !== 'acted'
}

/** The attempts that are open, then the lines about none, oldest first: payments were met in no order. */
async function standingOf(
  open: readonly Attempt[],
  lines: readonly JournalLine[],
  yieldToEventLoop: () => Promise<void>,
): Promise<Standing> {
  let standing = standingOfAttempts(open)
  for (const line of [...lines].sort((one, other) => one.seq - other.seq)) {
    await yieldToEventLoop()
    standing = advanceStanding(standing, line, null)
  }
  return standing
}
