/**
 * Holds an exported journal against what arrived on the wire and what stands in the service's ledger
 * (refund-protocol.md, "What must hold"), from outside the program and with nothing of it.
 */
import { foldLines, type JournalLine, readExportedLines, type ToldAttempt } from '../books/journal-text'
import { endedWithoutMoney, undecidedStates } from '../books/states'

export type Evidence = {
  /** The journal's export, JSON. */
  readonly exported: string
  /** The marker of every refund that arrived whole anywhere, in order. */
  readonly posts: readonly string[]
  /** How many entries of the service's ledger on a transaction (by internal `id`) carry a marker. */
  readonly entriesOf: (marker: string, id: string) => number
}

/** One sentence for every promise that was not kept. */
export function checkJournal(evidence: Evidence): readonly string[] {
  if (evidence.exported === '') return ['There is no export']
  const lines = readExportedLines(evidence.exported)
  const { attempts, faults } = foldLines(lines)
  return [
    ...faults,
    ...checkAlone(lines),
    ...checkPosts(evidence, lines),
    ...[...attempts.values()].flatMap((attempt) => checkAttempt(attempt, evidence)),
  ]
}

/** Never a send beside another undecided attempt on the same payment. */
function checkAlone(lines: readonly JournalLine[]): readonly string[] {
  return lines.flatMap((line, index) => {
    if (line.kind !== 'sending') return []
    const { attempts } = foldLines(lines.slice(0, index + 1))
    const own = attempts.get(line.marker)
    return [...attempts.values()]
      .filter((other) => other.marker !== line.marker && other.id === own?.id)
      .filter((other) => undecidedStates.has(other.state))
      .map((other) => `${line.marker} was sent while ${other.marker} was ${other.state}`)
  })
}

function checkPosts({ posts }: Evidence, lines: readonly JournalLine[]): readonly string[] {
  const sending = new Set(lines.flatMap(({ marker, kind }) => (kind === 'sending' ? [marker] : [])))
  return [...new Set(posts)].flatMap((marker) => {
    const count = posts.filter((other) => other === marker).length
    return [
      ...(count > 1 ? [`${marker} arrived ${count} times`] : []),
      ...(sending.has(marker) || isTakenOver(lines, marker)
        ? []
        : [`${marker} arrived and no durable line says that it was being sent`]),
    ]
  })
}

/** In a new journal a line may say where an attempt stood, without the lines that led there. */
function isTakenOver(lines: readonly JournalLine[], marker: string): boolean {
  return lines.some((line) => line.marker === marker && line.kind === 'taken_over')
}

function checkAttempt(attempt: ToldAttempt, { posts, entriesOf }: Evidence): readonly string[] {
  const { marker, state } = attempt
  const entries = entriesOf(marker, attempt.id)
  const found: string[] = []
  const say = (words: string) => found.push(`${marker} ${state}: ${words}`)
  if (entries > 1) say(`${entries} entries in the ledger`)
  if (state === 'refunded' && entries === 0) say('no entry in the ledger')
  if (endedWithoutMoney.has(state) && entries > 0) say('refunded all the same')
  if (state === 'not_sent' && posts.includes(marker)) say('arrived all the same')
  if (state === 'sending') say('is left in a state that nobody can act on')
  return found
}
