/** The lines of a journal that goes on from others, one after the other (refund-protocol.md 12). Pure. */
import type { AttemptEvent } from '../../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import { type JournalBeginning, type JournalLine, writeHead } from '../journal-line'
import { ending } from './carried-lines'
import { type Inheritance, inOldOrder, type OrderedLine } from './inherit'

type Content =
  | { readonly marker: string; readonly event: AttemptEvent }
  | { readonly payment: PaymentEvent }
  | { readonly till: TillEvent }

export type Begun = Pick<JournalBeginning, 'by'> & { readonly at: number }

/**
 * First who began it and what it takes the place of, then the services; then all old lines in their order, and among them
 * what each attempt goes on from; then what could not be read.
 * @param yieldToEventLoop called again and again while they are put in order; each line itself is made when it is asked for.
 */
export async function newJournalLines(
  inheritance: Inheritance,
  begun: Begun,
  yieldToEventLoop: () => Promise<void>,
): Promise<Iterable<JournalLine>> {
  return numbered(inheritance, begun, await inOldOrder(inheritance, yieldToEventLoop))
}

function* numbered(
  inheritance: Inheritance,
  begun: Begun,
  ordered: readonly OrderedLine[],
): Generator<JournalLine> {
  yield { seq: 1, beginning: beginningOf(inheritance, begun) }
  let seq = 1
  for (const content of contents(inheritance, ordered, begun.at, () => seq + 1)) {
    seq += 1
    yield { seq, ...content }
  }
}

/** @param next the number of the line that is to come. */
function* contents(
  inheritance: Inheritance,
  ordered: readonly OrderedLine[],
  at: number,
  next: () => number,
): Generator<Content> {
  const written = new Map<string, number>()
  for (const till of inheritance.services) yield { till }
  for (const line of ordered) {
    if ('carried' in line) written.set(line.carried.key, next())
    yield contentOf(line, at, written)
  }
  for (const payment of inheritance.locks) yield { payment }
  for (const till of inheritance.alarms) yield { till }
}

function contentOf(line: OrderedLine, at: number, written: ReadonlyMap<string, number>): Content {
  if ('history' in line) return { marker: line.of.attempt.intent.marker, event: line.history.event }
  if ('takenOver' in line) {
    const { attempt } = line.takenOver
    return { marker: attempt.intent.marker, event: { kind: 'taken_over', at, attempt } }
  }
  const { content, ends } = line.carried
  if (ends === null) return content
  const ended = written.get(ends)
  if (ended === undefined) throw new Error('A line that ends another comes before it')
  return ending(content, ended)
}

function beginningOf(inheritance: Inheritance, { at, by }: Begun): JournalBeginning {
  const { after: name, files, oldHead, records, locks, missing, services, carried, alarms } = inheritance
  const lines = records.reduce((sum, { history }) => sum + history.length + 1, 0)
  return {
    at,
    by,
    after: name,
    last: 1 + services.length + lines + carried.length + locks.length + alarms.length,
    files: [...files],
    oldHead: oldHead === null ? null : writeHead(oldHead.head),
    attempts: records.length,
    unread: locks.length,
    missing,
  }
}
