/**
 * Sees what the program under test cannot: every POST as its first byte is written, and every answer as it is handed
 * over. It keeps books of its own, so that it does not believe the journal about the journal.
 */

import type { WireAnswer } from '../service/answers'
import type { Entry, Payment, ServiceBook } from '../service/service-book'
import { markerAtStart, type RefundAsk, type ShowAsk } from '../service/wire-text'
import type { LineEvents, Post } from '../world/line'

/** One refund that a till sent. */
export type Sent = {
  readonly till: string
  readonly marker: string
  readonly book: ServiceBook
  /** The name by which the service was reached. */
  readonly host: string
  readonly id: string
  /** Hundredths; null when no amount was sent. */
  readonly amount: number | null
  /** Whose it is, by id. */
  readonly cashier: string
  /** Milliseconds of the world, as all times here. */
  readonly at: number
  /** When the line that allows it was written: what is lost from then on may take it along. */
  readonly writtenAt: number
}

/** One answer about a payment, as a till was handed it. */
export type Seen = {
  /** The name by which the service was reached. */
  readonly host: string
  /** Hundredths; NaN where nobody can read it. */
  readonly refunded: number
  readonly currency: string
  /** It contradicts neither itself nor what is known of the payment. */
  readonly isUsable: boolean
  readonly age: number
  readonly askedAt: number
  readonly at: number
  readonly remark: string
  /** The true state that it shows; null where it shows none. */
  readonly shows: Payment | null
  /** The run of the program that saw it. */
  readonly run: number
  /** Which of all that was seen and became it was: much happens within one millisecond. */
  readonly order: number
  /** The journal that may have kept it was damaged or lost since, or the program was cut off in that moment. */
  readonly isForgotten: boolean
}

/** Where a till's attempt was seen to stand, since when and in which place; `steps` are all of them, oldest first. */
export type Standing = Step & { readonly steps: readonly Step[] }
export type Step = { readonly state: string; readonly at: number; readonly order: number }

export type Witness = ReturnType<typeof makeWitness>

/** A payment of a till, by its internal id: no two services know the same ones. */
export function placeOf(till: string, id: string): string {
  return `${till}\n${id}`
}

const isOfTill = (place: string, till: string) => place.startsWith(`${till}\n`)

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** What an answer's own text says of one payment; null for one that shows none to the till. Amounts in hundredths. */
function readText({ httpStatus, body }: WireAnswer, asked: ShowAsk | RefundAsk) {
  if (httpStatus !== 200 || !body.startsWith('{')) return null
  const data = member(JSON.parse(body), 'data')
  // A record that does not carry the code that was asked for is shown to nobody (architecture.md, "Codes").
  if (asked.kind === 'show' && member(data, asked.query ?? 'id') !== asked.code) return null
  const id = member(data, 'id')
  const refunded = hundredths(member(data, 'refunded'))
  if (typeof id !== 'string') return null
  return {
    id,
    refunded,
    amount: hundredths(member(data, 'amount')),
    currency: String(member(data, 'currency')),
    remark: String(member(member(data, 'refund_details'), 'remark') ?? ''),
  }
}

function hundredths(value: unknown): number {
  return Math.round(Number(value) * 100)
}

export function makeWitness(now: () => number) {
  const violations: string[] = []
  const sent = new Map<string, Sent>()
  const seen = new Map<string, Seen[]>()
  /** Each value with the moment in which it was raised, the highest last. */
  const highest = new Map<string, readonly { readonly value: number; readonly at: number }[]>()
  const standings = new Map<string, Map<string, Standing>>()
  let sentBeyondOne = 0
  const accepted = new Map<string, { readonly to: number; readonly order: number }>()
  let order = 0
  const nextOrder = () => ++order

  function raise(place: string, refunded: number): void {
    const known = highest.get(place) ?? []
    if (refunded > (known.at(-1)?.value ?? 0)) highest.set(place, [...known, { value: refunded, at: now() }])
  }

  /** `updated_at` of these answers is a value that the till need not know any more. */
  function forgetTimes(till: string, which: (one: Seen) => boolean): void {
    for (const [place, list] of seen) {
      if (isOfTill(place, till))
        list.splice(0, list.length, ...list.map((one) => (which(one) ? { ...one, isForgotten: true } : one)))
    }
  }

  const standingsOf = (till: string) => {
    const known = standings.get(till) ?? new Map<string, Standing>()
    standings.set(till, known)
    return known
  }

  return {
    violations: violations as readonly string[],
    violate: (sentence: string) => violations.push(sentence),
    sent: sent as ReadonlyMap<string, Sent>,
    sentBeyondOne: () => sentBeyondOne,
    posted(till: string, { marker, ask, book, host }: Post, cashier: string): Sent {
      if (marker === '') violations.push(`${till} sent a refund without a marker: ${ask.reason}`)
      if (ask.reason.length > 100) violations.push(`${marker} was sent with a reason of ${ask.reason.length}`)
      if (sent.has(marker)) {
        sentBeyondOne += 1
        violations.push(`${marker} was sent more than once`)
      }
      const writtenAt = standingsOf(till).get(marker)?.at ?? now()
      const one = { till, marker, book, host, id: ask.id, amount: ask.amount, cashier, at: now(), writtenAt }
      sent.set(marker, one)
      return one
    },
    answered(
      { till, run }: { readonly till: string; readonly run: number },
      ...[asked, { book, host }, answer, askedAt]: Parameters<LineEvents['answered']>
    ): void {
      const told = readText(answer, asked)
      if (told === null) return
      const place = placeOf(till, told.id)
      const { refunded, currency, remark } = told
      // What contradicts itself, or what is known of the payment, raises nothing (protocol 2).
      const isUsable = refunded <= told.amount && currency === book.read(told.id)?.currency
      const list = seen.get(place) ?? []
      list.push({
        host,
        refunded,
        currency,
        isUsable,
        remark,
        // What answers a refund counts as what a cache gave: whichever payment it speaks of, it is no quiet show.
        age: asked.kind === 'refund' ? Math.max(1, answer.age) : answer.age,
        askedAt,
        at: now(),
        shows: answer.shows,
        run,
        order: nextOrder(),
        isForgotten: false,
      })
      seen.set(place, list)
      if (isUsable) raise(place, refunded)
    },
    /** What a till was told of a payment, at whatever address, in order. */
    seenBy: (till: string, id: string): readonly Seen[] => seen.get(placeOf(till, id)) ?? [],
    /** The highest `refunded` that any of these answers told, in hundredths. */
    highest: (till: string, id: string): number => highest.get(placeOf(till, id))?.at(-1)?.value ?? 0,
    /** From here on this is the highest: a lower one was accepted. */
    lowered(till: string, id: string, to: number): void {
      highest.set(placeOf(till, id), [{ value: to, at: -1 }])
      accepted.set(placeOf(till, id), { to, order: nextOrder() })
    },
    /** The lower sum that was accepted last, after that order; null for none. */
    acceptedSince(till: string, id: string, since: number): number | null {
      const last = accepted.get(placeOf(till, id))
      return last !== undefined && last.order > since ? last.to : null
    },
    /**
     * The till's program ended: what it was told since then, or in moments in which the disk refused a write, may stand nowhere.
     */
    cutOff(till: string, since: number, unwritten: ReadonlySet<number>): void {
      const isKept = ({ at }: { readonly at: number }) => at < since && !unwritten.has(at)
      for (const [place, raises] of highest)
        if (isOfTill(place, till)) highest.set(place, raises.filter(isKept))
      forgetTimes(till, (one) => !isKept(one))
    },
    /** The journal that knew what was highest, and newest, is damaged or lost. */
    forgotten(till: string): void {
      for (const place of highest.keys()) if (isOfTill(place, till)) highest.delete(place)
      forgetTimes(till, () => true)
    },
    /** What the till says about one of its attempts. */
    changed(till: string, marker: string, state: string): void {
      const known = standingsOf(till)
      const before = known.get(marker)
      if (before?.state === state) return
      const step = { state, at: now(), order: nextOrder() }
      known.set(marker, { ...step, steps: [...(before?.steps ?? []), step] })
    },
    standing: (till: string, marker: string): Standing | null => standingsOf(till).get(marker) ?? null,
    standings: (till: string): ReadonlyMap<string, Standing> => standingsOf(till),
    /** What the service's book has of a refund that was sent. */
    entriesOf(marker: string): readonly Entry[] {
      const one = sent.get(marker)
      const payment = one?.book.read(one.id)
      return payment?.entries.filter((entry) => markerAtStart(entry.reason) === marker) ?? []
    },
    /** Markers that a person decided otherwise than it was. */
    wronglyDecided: new Set<string>(),
    /** Markers with a person's word that was not taken, and may be read by a later start all the same. */
    wordsInDoubt: new Set<string>(),
    /** Payments (till and id) whose lock a person took away. */
    unlockedByPerson: new Set<string>(),
  }
}
