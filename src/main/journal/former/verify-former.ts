/** Verifies a former `journal.db` whole, by the rules of the last program that wrote it. */
import { isDeepStrictEqual } from 'node:util'
import { fail, type Result, succeed } from '../../../shared/result'
import { blindIndex } from '../../database/sealing'
import type { RefundsOffFault } from '../journal-types'
import { damaged } from '../refunds-off-fault'
import { type FormerAttempt, type FormerHighWater, formerHash, formerStart, formerText } from './former-line'
import { advanceFormer } from './former-refund'
import type { FormerJournal } from './read-former'

type Verified = Result<null, RefundsOffFault>

const wrong = (detail: string): Verified => fail(damaged(detail))

/**
 * Every line is there, the chain holds from the journal's own id on and extends the head that the keychain knows, every
 * row is what its lines add up to, and the high-water values are those that the file says. Answers what is wrong else.
 * @param yieldToEventLoop called again and again: there may be hundreds of thousands of lines.
 */
export async function verifyFormer(
  journal: FormerJournal,
  yieldToEventLoop: () => Promise<void>,
): Promise<Verified> {
  const { journalId, isOwnKey, lines, unopened } = journal
  if (isUnfinished(journal)) return succeed(null)
  if (isOwnKey === false && lines.length === 0) {
    return fail({ why: 'journal_wrong_key', detail: 'The key does not open the journal on this disk' })
  }
  if (journalId === null || isOwnKey !== true) return wrong('The journal has lost its name')
  if (unopened > 0) return wrong('A row does not open')
  if (!(await highWaterAddsUp(journal, yieldToEventLoop)))
    return wrong('High-water values are missing or changed')
  return verifyLines(journal, journalId, yieldToEventLoop)
}

/** The program ended while the very first journal was being made: nothing was ever written, and the keychain knows it. */
function isUnfinished({
  journalId,
  isOwnKey,
  lines,
  rows,
  highWater,
  unopened,
  head,
}: FormerJournal): boolean {
  const isEmpty = lines.length + rows.length + highWater.size + unopened === 0
  return isEmpty && journalId === null && isOwnKey === null && head?.seq === 0
}

async function verifyLines(
  { lines, rows, head: known }: FormerJournal,
  journalId: string,
  yieldToEventLoop: () => Promise<void>,
): Promise<Verified> {
  const attempts = new Map<string, FormerAttempt>()
  let head = formerStart(journalId)
  let meetsKnown = known === null || isDeepStrictEqual(known, head)
  for (const { line, hash } of lines) {
    await yieldToEventLoop()
    if (line.seq !== head.seq + 1) return wrong(`Line ${head.seq + 1} is missing`)
    if (formerHash(head.hash, formerText(line)) !== hash) return wrong(`The chain breaks at line ${line.seq}`)
    head = { seq: line.seq, hash }
    meetsKnown ||= isDeepStrictEqual(known, head)
    if ('beginning' in line) continue
    const next = advanceFormer(attempts.get(line.marker) ?? null, line.event)
    if (next === null) return wrong(`Line ${line.seq} cannot follow what stands before it`)
    attempts.set(line.marker, next)
  }
  if (!meetsKnown)
    return fail({ why: 'journal_rolled_back', detail: 'The journal is older than the keychain knows' })
  return (await areSame([...attempts.values()], rows, yieldToEventLoop))
    ? succeed(null)
    : wrong('The attempts are not what the events add up to')
}

/** @param attempts in the order in which their markers were first met, which is that in which the rows were made. */
async function areSame(
  attempts: readonly FormerAttempt[],
  rows: readonly FormerAttempt[],
  yieldToEventLoop: () => Promise<void>,
): Promise<boolean> {
  if (attempts.length !== rows.length) return false
  for (const [place, attempt] of attempts.entries()) {
    await yieldToEventLoop()
    if (!isDeepStrictEqual(attempt, rows[place])) return false
  }
  return true
}

const emptyDigest = '0'.repeat(64)
/** Stands in a journal of the first version whose high-water values nobody has added up since it got the table for it. */
const digestDue = 'due'

async function highWaterAddsUp(
  { key, highWater, highWaterDigest, hasDigestTable }: FormerJournal,
  yieldToEventLoop: () => Promise<void>,
): Promise<boolean> {
  if (highWaterDigest === digestDue || (highWaterDigest === null && !hasDigestTable)) return true
  let digest = Buffer.from(emptyDigest, 'hex')
  for (const [payment, value] of highWater) {
    await yieldToEventLoop()
    digest = withHighWater(key, digest, payment, value)
  }
  return digest.toString('hex') === highWaterDigest
}

function withHighWater(
  key: Buffer,
  sum: Buffer,
  payment: string,
  value: FormerHighWater,
): Buffer<ArrayBuffer> {
  const own = blindIndex(key, 'mark', `${payment} ${value.refunded} ${value.updatedAt}`)
  return Buffer.from(own.map((byte, index) => byte ^ (sum[index] ?? 0)))
}
