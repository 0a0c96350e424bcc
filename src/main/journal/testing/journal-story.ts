/** A short story in a journal, for tests that damage, move or reopen it and compare its contents. */
import type { AttemptEvent, Intent } from '../../../shared/attempt/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/refund/journal-events'
import {
  answeredBy,
  startOfDay as at,
  checked,
  intent,
  lost,
  otherMarker,
  ownMarker,
  refusal,
  snapshot,
} from '../../../shared/testing/refund-samples'
import type { Journal } from '../journal'
import type { JournalPlace } from './journal-place'
import { attemptsIn } from './journal-reading'

/** One thing to write to a journal. */
export type StoryStep =
  | { readonly marker: string; readonly event: AttemptEvent }
  | { readonly payment: PaymentEvent }
  | { readonly till: TillEvent }

/** A line that concerns no refund. */
export const acted = { kind: 'acted', at, by: null, act: { act: 'copies_forgotten' } } satisfies TillEvent

/** A person accepts that less is refunded. */
export const lowered = (id: string, from: number, to: number): PaymentEvent => ({
  ...{ kind: 'lowered', at, id, from, to },
  by: { supervisor: 'Sam', why: 'The bank sent it back' },
})

export const thirdMarker = 'R-CCCCCCCCCC'

/** A refund from its beginning to its answer. @param refunded what the answer says; null for a lost one. */
export function answeredRefund(own: Intent, began: number, refunded: number | null): readonly StoryStep[] {
  const { marker, id } = own
  const record = { kind: 'record', httpStatus: 200, snapshot: snapshot({ id, refunded }) } as const
  const answer =
    refunded === null ? answeredBy(lost, 'unconfirmed', began + 2) : answeredBy(record, 'refunded', began + 2)
  return [
    { marker, event: { kind: 'sending', at: began, intent: own } },
    { marker, event: answer },
  ]
}

/** Three payments: one refunded, one refused and watched, one unconfirmed; a lowering, a practice service, an alarm. */
export const story: readonly StoryStep[] = [
  { till: { kind: 'practice_heard', at, address: 'https://pay.example' } },
  ...answeredRefund(intent({ marker: thirdMarker, id: 'pay-3' }), at, 2000),
  { marker: ownMarker, event: { kind: 'sending', at, intent: intent() } },
  { marker: ownMarker, event: answeredBy(refusal, 'refusal_seen') },
  { marker: ownMarker, event: checked(snapshot(), 'refused') },
  { payment: lowered('pay-3', 2000, 0) },
  {
    marker: otherMarker,
    event: { kind: 'sending', at, intent: intent({ marker: otherMarker, id: 'pay-2' }) },
  },
  { marker: otherMarker, event: answeredBy(lost, 'unconfirmed') },
  { till: { kind: 'could_not_be_read', at, lines: 2, sumsUnknown: true, detail: 'Two lines' } },
]

/** Writes the steps. Throws at the first that is refused. */
export function writeStory(journal: Journal, steps: readonly StoryStep[] = story): void {
  for (const step of steps) {
    const written =
      'event' in step
        ? journal.append(step.marker, step.event)
        : 'payment' in step
          ? journal.appendPayment(step.payment)
          : journal.appendTill(step.till)
    if (!written.ok) throw new Error(`The story does not go on: ${JSON.stringify(written.fault)}`)
  }
}

const markers = [ownMarker, otherMarker, thirdMarker]
const payments = ['pay-1', 'pay-2', 'pay-3']

/** Returns all that can be read of a journal with the story and that a start does not change. */
export function contentsOf(journal: Journal) {
  return {
    standing: journal.standing(),
    attempts: attemptsIn(journal),
    byMarker: markers.map(journal.attempt),
    byPayment: payments.map(journal.past),
    lines: markers.map(journal.lines),
    undecided: journal.undecided(),
    locks: payments.map(journal.lockOn),
    page: journal.page({ before: null, count: 10 }),
    highWater: payments.map((payment) => journal.highWater(payment)),
    lowerings: payments.map(journal.loweredAt),
  }
}
export type Contents = ReturnType<typeof contentsOf>

/** Makes a journal with the story, keeps its head, and closes it as a clean end of the program does. Returns its contents. */
export async function finishStory(place: JournalPlace): Promise<Contents> {
  place.create()
  const journal = await place.openWell()
  writeStory(journal)
  const contents = contentsOf(journal)
  place.end(journal)
  return contents
}

/** Does all background work. Returns the damage that it found. */
export function verifyWhole(journal: Journal): readonly string[] {
  while (journal.workBehind(1000)) {
    // Repeat while there is more to do.
  }
  return journal.standing().alarms.flatMap(({ event }) => ('detail' in event ? [event.detail] : []))
}
