/** What must hold in the moment in which the first byte of a refund is written (refund-protocol.md, "What must hold"). */

import type { SimulatedTill } from '../till/simulated-till'
import type { Line } from '../world/line'
import { sumLimits } from '../world/people'
import { foldLines, type JournalLine, readExportedLines } from './journal-text'
import { endedWithoutMoney, undecidedStates } from './states'
import { placeOf, type Seen, type Sent, type Witness } from './witness'

const day = 24 * 60 * 60 * 1000
/** Hundredths. */
const smallestPart = 10

/** What a cashier asked for last at a till, as the harness knows it. */
export type Asked = {
  readonly id: string
  readonly amount: number
  readonly shownRefunded: number
  /** Whose refund it is, by id, and whether a second person said yes. */
  readonly cashier: string
  readonly allowed: boolean
  /** Milliseconds of the world, of the PC's wall clock and of its monotonic one. */
  readonly at: number
}

type TillSeen = ReturnType<SimulatedTill['seen']>

const stateOf = (till: TillSeen, marker: string) => till.recorded(marker)?.state ?? null

export function judgeSend(till: TillSeen, sent: Sent, token: string, witness: Witness, line: Line): void {
  const say = (sentence: string) => witness.violate(`${till.name} ${sent.marker}: ${sentence}`)
  judgeRules(till, sent, witness, say)
  if (!till.tokens.has(token)) say('was sent with a token that is not this till’s')
  const fresh = judgeOrder(till, sent, witness, say)
  const told = witness.standing(till.name, sent.marker)
  // Told means that the line was durable. What somebody takes out of the file while the line is being connected the
  // program could only find by reading it all again; the head that is kept finds it at the next start.
  if (told?.state === 'sending' && till.damagedAt >= told.at) judgeTold(till, sent, say)
  else judgeJournal(till, sent, fresh, say)
  for (const [marker, { state: lastTold, at }] of witness.standings(till.name)) {
    // A program that was cut off with its answer written had told nobody of it.
    const state = lastTold === 'sending' ? (stateOf(till, marker) ?? lastTold) : lastTold
    const other = witness.sent.get(marker)
    if (marker === sent.marker || other === undefined) continue
    if (other.id !== sent.id) continue
    judgeEarlier(till, { marker, state }, sent, witness, line, say)
    const isRecent =
      stateOf(till, marker) === 'not_refunded' &&
      state === 'not_refunded' &&
      sent.at - at < day &&
      till.wall() - (decidedAt(till, marker) ?? till.wall()) < day &&
      !till.isOutOfTime
    if (isRecent && till.asked?.allowed === false)
      say(`was sent without the PIN, a day after ${marker} was decided`)
  }
}

/**
 * When that was decided, as the journal says: of a word that was written as the power went nobody heard before the next
 * show. Null where no line says so.
 */
function decidedAt(till: TillSeen, marker: string): number | null {
  const lines = readExportedLines(till.exported() ?? '{"lines":[]}')
  const decided = lines.findLast((line) => line.marker === marker && line.kind === 'decided')
  return decided === undefined ? null : Number(decided.event.at)
}

/**
 * What one till refunds in so many milliseconds counts together, whatever its clock says: its program ran no longer in them,
 * and by the service's clock, which says whole seconds, no more passed.
 */
const counted = 10 * 60 * 60 * 1000 - 2000

/** A service may show a payment in another currency, to which the limits do not speak. */
const isInHkd = (till: TillSeen, { book, id, marker }: Sent) =>
  (till.recorded(marker)?.intent.currency ?? book.read(id)?.currency) === 'HKD'

/** Above a limit nothing is sent without a second person, and the record says who it was. */
function judgeRules(till: TillSeen, sent: Sent, witness: Witness, say: (sentence: string) => void): void {
  const { asked } = till
  if (asked === null) return
  const second = till.recorded(sent.marker)?.intent.allowedBy?.id ?? null
  if (second === asked.cashier) say('was sent with its cashier as the second person')
  if (!isInHkd(till, sent)) return
  const others = [...witness.sent.values()].filter(
    (each) =>
      each.till === till.name &&
      each.marker !== sent.marker &&
      isInHkd(till, each) &&
      sent.at - each.at < counted &&
      !till.mayHaveLost(each.marker) &&
      !endedWithoutMoney.has(stateOf(till, each.marker) ?? 'refused'),
  )
  const sum = (all: readonly Sent[]) => all.reduce((total, { amount }) => total + (amount ?? 0), asked.amount)
  const own = others.filter(({ cashier }) => cashier === asked.cashier)
  const isAbove =
    asked.amount > sumLimits.amount || sum(own) > sumLimits.cashier || sum(others) > sumLimits.till
  if (isAbove && !asked.allowed) say('was sent above a limit, and no second person said yes')
  if (isAbove && second === null) say('was sent above a limit, and no line says who said yes')
}

/** The fresh show, the amount and the base. */
function judgeOrder(
  till: TillSeen,
  sent: Sent,
  witness: Witness,
  say: (sentence: string) => void,
): Seen | null {
  const { asked } = till
  if (asked === null || asked.id !== sent.id) {
    say('was sent though nobody asked for it')
    return null
  }
  if (sent.amount !== null && sent.amount !== asked.amount)
    say(`${asked.amount} was asked, ${sent.amount} sent`)
  // Less than the smallest part can be refunded whole only, and the amount is left out for nothing else (protocol 4).
  if (sent.amount === null && asked.amount >= smallestPart) say(`${asked.amount} was asked, no amount sent`)
  const all = witness.seenBy(till.name, sent.id)
  const since = all.filter((one) => one.host === sent.host && one.askedAt >= asked.at && one.run === till.run)
  const fitting = since.filter(({ refunded }) => refunded === asked.shownRefunded)
  const fresh = fitting.at(-1)
  if (fresh === undefined) {
    say(
      since.length === 0
        ? 'was sent without a fresh show of that service'
        : 'was sent though `refunded` had changed',
    )
    return null
  }
  if (till.sinceByMonotonic(fresh.askedAt) > 60_000) say('was sent more than a minute after its fresh show')
  if (till.sinceByWall(fresh.askedAt) > 60_000)
    say('was sent more than a minute of the wall after its fresh show')
  // What came after the fresh show, while the connection was being made, may say more.
  const seen = all.slice(0, all.indexOf(fresh) + 1)
  const isLater = (highest: number) => all.slice(seen.length).some(({ refunded }) => refunded >= highest)
  const highest = witness.highest(till.name, sent.id)
  if (fresh.refunded < highest && !isLater(highest))
    say(`was sent on a stale answer: ${fresh.refunded} after ${highest}`)
  return fresh
}

/** The program itself still knows that it is sending. */
function judgeTold(till: TillSeen, sent: Sent, say: (sentence: string) => void): void {
  const state = stateOf(till, sent.marker)
  if (state !== 'sending') say(`was sent as ${state ?? 'nothing'}`)
}

/** `sending` is durable, and its head is kept in the keychain at that moment. */
function judgeJournal(till: TillSeen, sent: Sent, fresh: Seen | null, say: (sentence: string) => void): void {
  if (till.isInTransaction()) say('was sent in the middle of a transaction')
  const exported = till.exported()
  if (exported === null) {
    judgeTold(till, sent, say)
    return
  }
  const lines = readExportedLines(exported)
  const own = lines.findLast((one) => one.marker === sent.marker)
  if (own?.kind !== 'sending') {
    say(`was sent with ${own?.kind ?? 'nothing'} in the journal`)
    return
  }
  if (!isHeadKept(till, lines, own)) say('was sent before the head of `sending` was in the keychain')
  const { attempts } = foldLines(lines)
  const base = attempts.get(sent.marker)?.base
  if (fresh !== null && base !== fresh.refunded)
    say(`rests on ${base}, and the fresh show said ${fresh.refunded}`)
  const beside = [...attempts.values()].filter(
    (other) => other.marker !== sent.marker && other.id === sent.id && undecidedStates.has(other.state),
  )
  for (const other of beside) say(`was sent beside ${other.marker}, which the journal calls ${other.state}`)
}

function isHeadKept(till: TillSeen, lines: readonly JournalLine[], own: JournalLine): boolean {
  const heads = lines
    .filter((line) => line.seq >= own.seq)
    .map(({ seq, hash }) => JSON.stringify({ seq, hash }))
  return till.everKept().some((secret) => heads.some((head) => secret.includes(head)))
}

/** Another attempt of this till on the same payment, sent before. */
function judgeEarlier(
  till: TillSeen,
  earlier: { readonly marker: string; readonly state: string },
  sent: Sent,
  witness: Witness,
  line: Line,
  say: (sentence: string) => void,
): void {
  const { marker, state } = earlier
  if (witness.unlockedByPerson.has(placeOf(till.name, sent.id))) return
  const excused =
    line.brokenRefusals.has(marker) || line.doubled.has(marker) || witness.wronglyDecided.has(marker)
  const isEnded = till.endsUnread(marker) && (excused || !line.mayStillApply(marker))
  if (undecidedStates.has(state) && !isEnded && !till.mayHaveLost(marker))
    say(`was sent while ${marker} was ${state}`)
  if (!excused && endedWithoutMoney.has(state) && line.mayStillApply(marker))
    say(`was sent while ${marker} (${state}) could still be applied`)
}
