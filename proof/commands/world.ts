/** All of one history: services, the line, two tills, and the books kept about them. */
import { judgeSend } from '../books/judge-send'
import { makeWitness, type Sent } from '../books/witness'
import type { Habits } from '../service/habits'
import { makeServiceBook, type ServiceBook } from '../service/service-book'
import { makeSimulatedTill, type SimulatedTill } from '../till/simulated-till'
import { makeAgenda } from '../world/agenda'
import { makeLine } from '../world/line'

/** The names by which services are reached. Two lead to the live service, one to another that knows the same codes. */
export const hosts = ['pay.example', 'pay-new.example', 'staging.example'] as const
export type Host = (typeof hosts)[number]

type Tally = ReturnType<typeof makeTally>

/** What happened in a history, counted: a proof in which something never happened has not shown anything about it. */
function makeTally() {
  const counts: Record<string, number> = {}
  return {
    count(what: string, times = 1): void {
      counts[what] = (counts[what] ?? 0) + times
    },
    counts: (): Readonly<Record<string, number>> => counts,
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>

const amounts = [
  { amount: 5000, currency: 'HKD' },
  { amount: 1005, currency: 'HKD' },
  { amount: 120_000, currency: 'JPY' },
  { amount: 9, currency: 'HKD' },
]

/** A payment's id by its place in a book. No service knows another's: a payment is its id (protocol 14). */
export function idIn(book: ServiceBook, place: number): string {
  return `${book.name === 'live' ? 'pay' : book.name}-${place}`
}

function fill(book: ServiceBook): void {
  amounts.forEach((sketch, index) => {
    const shared = book.habits.transactionId === 'shared' ? 0 : index
    book.add({ ...sketch, id: idIn(book, index), transactionId: `TX-${shared}`, customId: `ORDER-${index}` })
  })
}

function firstToken(till: string): string {
  return `token-${till.replace(' ', '-')}-0`
}

/** The tills of the merchant; a history has the first of them, or both. */
const tillNames = ['till one', 'till two']

export type WorldParts = {
  /** An empty folder on a fast disk. */
  readonly folder: string
  readonly habits: Habits
  /** How many tills there are, one or two. */
  readonly tills: number
}

export async function makeWorld(parts: WorldParts) {
  const { folder, habits } = parts
  const agenda = makeAgenda()
  const line = makeLine(agenda)
  const witness = makeWitness(agenda.now)
  const live = makeServiceBook('live', habits, agenda.now)
  const staging = makeServiceBook('staging', habits, agenda.now)
  for (const book of [live, staging]) fill(book)
  line.setHost('pay.example', live)
  line.setHost('pay-new.example', live)
  line.setHost('staging.example', staging)
  const tills: SimulatedTill[] = []
  const tally = makeTally()
  for (const name of tillNames.slice(0, parts.tills)) {
    live.issueToken(firstToken(name), false)
    const till = await makeSimulatedTill({
      name,
      folder: `${folder}/${name.replace(' ', '-')}`,
      agenda,
      line,
      host: 'pay.example',
      token: firstToken(name),
      witness,
      counted: (method) => tally.count(method === 'GET' ? 'shows asked' : 'refunds begun'),
      posted: (post) => {
        tally.count('posts')
        const sent = witness.posted(name, post, till.seen().asked?.cashier ?? '')
        judgeSend(till.seen(), sent, post.token, witness, line)
        noteOverlap(tills, till, sent, tally)
      },
    })
    tills.push(till)
  }
  return { agenda, line, witness, live, staging, tills: tills as readonly SimulatedTill[], tally }
}

/** Two tills cannot see each other: counted, and not ours to prevent. */
function noteOverlap(tills: readonly SimulatedTill[], sender: SimulatedTill, sent: Sent, tally: Tally): void {
  for (const other of tills) {
    if (other !== sender && other.undecidedOn(sent.id).length > 0) tally.count('overlapsOfTwoTills')
  }
}
