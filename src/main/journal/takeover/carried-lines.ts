/** Lines about payments and the till that a new journal carries on, and the services that it knows. Pure. */
import type { Attempt } from '../../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import { addressName } from '../../payments/address-name'
import type { JournalLine } from '../journal-line'
import type { ServiceNamed } from '../service-registry'
import { lineOf, type OldJournal } from './old-journal'
import { type RankedJournal, wholeNewest } from './rank-journals'

export type Carried = {
  readonly rank: number
  /** Its number in the old journal. */
  readonly seq: number
  /** The same for the same line in two journals. */
  readonly key: string
  /** The line that it ends: its key. Null for a line that ends none. */
  readonly ends: string | null
  readonly content: { readonly payment: PaymentEvent } | { readonly till: TillEvent }
}

export type CarriedLines = {
  /** Oldest first. */
  readonly lines: readonly Carried[]
  readonly services: readonly ServiceNamed[]
}

/** The journals whose lines count: where the newest has taken all over, the others have nothing more to say. */
export function tellingJournals(ranked: readonly RankedJournal[]): readonly RankedJournal[] {
  const whole = wholeNewest(ranked)
  return ranked.filter(({ journal, rank }) => (whole === null ? rank >= 0 : journal === whole))
}

/** @param attempts those that are taken over: a service whose name is lost is named by what they were sent to. */
export function carryLines(ranked: readonly RankedJournal[], attempts: Iterable<Attempt>): CarriedLines {
  let carried: readonly Carried[] = []
  let services: readonly ServiceNamed[] = []
  const known = new Set<string>()
  const named = new Set<string>()
  for (const { journal, rank } of [...tellingJournals(ranked)].reverse()) {
    const own = contentsOf(journal, rank)
    // A line that ends one which comes later, in the newer journal, would end nothing here.
    const isNew = ({ key, ends }: Carried) => !known.has(key) && (ends === null || !known.has(ends))
    carried = own.lines.filter(isNew).concat(carried)
    services = own.services.filter((each) => !named.has(nameOf(each))).concat(services)
    for (const { key } of own.lines) known.add(key)
    for (const each of own.services) named.add(nameOf(each))
  }
  return { lines: carried, services: [...unnamed(attempts, services), ...services] }
}

function nameOf({ service, address }: ServiceNamed): string {
  return `${service} ${addressName(address)}`
}

function contentsOf(journal: OldJournal, rank: number) {
  const keys = new Map<number, string>()
  const lines: Carried[] = []
  const services: ServiceNamed[] = []
  for (const readable of journal.lines) {
    if (readable.marker !== '') continue
    const line = lineOf(readable)
    const content = contentOf(line)
    if (content === null) continue
    if ('till' in content && content.till.kind === 'service_named') {
      services.push({ ...content.till, why: 'taken_over', by: null })
      continue
    }
    const ended = endedBy(content)
    const ends = ended === null ? null : (keys.get(ended) ?? null)
    // What it ended cannot be read: then there is nothing that it could end here.
    if (ended !== null && ends === null) continue
    const key = JSON.stringify(ends === null ? content : { ends, content: ending(content, 0) })
    keys.set(readable.seq, key)
    lines.push({ rank, seq: readable.seq, key, ends, content })
  }
  return { lines, services }
}

function contentOf(line: JournalLine): Carried['content'] | null {
  if ('payment' in line) return { payment: line.payment }
  return 'till' in line ? { till: line.till } : null
}

/** The number of the line that a line ends. */
function endedBy(content: Carried['content']): number | null {
  if ('payment' in content) return content.payment.kind === 'released' ? content.payment.line : null
  return content.till.kind === 'alarm_acknowledged' ? content.till.line : null
}

/** The same content, ending the line of that number. */
export function ending(content: Carried['content'], line: number): Carried['content'] {
  if ('payment' in content) {
    return content.payment.kind === 'released' ? { payment: { ...content.payment, line } } : content
  }
  return content.till.kind === 'alarm_acknowledged' ? { till: { ...content.till, line } } : content
}

/** Services that attempts were sent to and that no readable line names. They come first: a later name counts. */
function unnamed(attempts: Iterable<Attempt>, services: readonly ServiceNamed[]): readonly ServiceNamed[] {
  const numbers = new Set(services.map(({ service }) => service))
  const found = new Map<number, ServiceNamed>()
  for (const { intent, createdAt } of attempts) {
    const { service, serviceAddress: address } = intent
    if (numbers.has(service) || found.has(service)) continue
    found.set(service, {
      kind: 'service_named',
      at: createdAt,
      service,
      address,
      why: 'taken_over',
      by: null,
    })
  }
  return [...found.values()].sort((one, other) => one.service - other.service)
}
