/**
 * Holds an exported journal against what arrived on the wire and what stands in the service's ledger: the
 * invariants of design.md, checked from outside the program.
 */
import { z } from 'zod'
import { verifyExport } from '../../../src/main/refund/export-journal'
import { type AttemptLine, journalLineSchema } from '../../../src/main/refund/journal-line'
import type { Attempt } from '../../../src/shared/attempt'
import { advance, isUndecided } from '../../../src/shared/refund'

export type Evidence = {
  /** The journal's export, JSON. */
  readonly exported: string
  /** The marker of every refund that arrived whole anywhere, in order. */
  readonly posts: readonly string[]
  /** How many entries of the service's ledger on a transaction (by internal `id`) carry a marker. */
  readonly entriesOf: (marker: string, id: string) => number
  /** Markers that something on the way delivered twice on purpose. */
  readonly doubled: ReadonlySet<string>
}

const exportShape = z.object({ lines: z.array(z.object({ line: journalLineSchema })) })

/** One sentence for every promise that was not kept. */
export function checkJournal(evidence: Evidence): readonly string[] {
  const verified = verifyExport(evidence.exported)
  if (!verified.ok) return [`The chain does not hold: ${verified.fault.detail}`]
  const lines = exportShape
    .parse(JSON.parse(evidence.exported))
    .lines.flatMap(({ line }) => ('beginning' in line ? [] : [line]))
  const { attempts, violations } = replay(lines)
  return [
    ...violations,
    ...checkPosts(evidence, lines),
    ...[...attempts.values()].flatMap((attempt) => checkAttempt(attempt, evidence)),
  ]
}

/** Folds the lines again: only legal steps, and never a send beside another undecided attempt. */
function replay(lines: readonly AttemptLine[]) {
  const attempts = new Map<string, Attempt>()
  const violations: string[] = []
  for (const { marker, event } of lines) {
    const next = advance(attempts.get(marker) ?? null, event)
    if (!next.ok) {
      violations.push(`${marker}: ${event.kind} can not follow ${next.fault.from ?? 'nothing'}`)
      continue
    }
    attempts.set(marker, next.value)
    if (event.kind !== 'sending') continue
    const others = [...attempts.values()].filter(
      ({ intent, state }) =>
        intent.id === next.value.intent.id && intent.marker !== marker && isUndecided(state),
    )
    for (const other of others) {
      violations.push(`${marker} was sent while ${other.intent.marker} was ${other.state}`)
    }
  }
  return { attempts, violations }
}

function checkPosts({ posts }: Evidence, lines: readonly AttemptLine[]): readonly string[] {
  const sending = new Set(lines.flatMap(({ marker, event }) => (event.kind === 'sending' ? [marker] : [])))
  return [...new Set(posts)].flatMap((marker) => {
    const count = posts.filter((other) => other === marker).length
    return [
      ...(count > 1 ? [`${marker} arrived ${count} times`] : []),
      ...(sending.has(marker) ? [] : [`${marker} arrived and no durable line says that it was being sent`]),
    ]
  })
}

function checkAttempt(attempt: Attempt, { posts, entriesOf, doubled }: Evidence): readonly string[] {
  const { marker } = attempt.intent
  const entries = entriesOf(marker, attempt.intent.id)
  const found: string[] = []
  const say = (words: string) => found.push(`${marker} ${attempt.state}: ${words}`)
  if (entries > (doubled.has(marker) ? 2 : 1)) say(`${entries} entries in the ledger`)
  switch (attempt.state) {
    case 'refunded':
      if (entries === 0) say('no entry in the ledger')
      break
    case 'not_sent':
    case 'cancelled':
      if (posts.includes(marker)) say('arrived all the same')
      if (entries > 0) say('refunded all the same')
      break
    case 'refused':
    case 'not_refunded':
      if (entries > 0) say('refunded all the same')
      break
    case 'unconfirmed':
    case 'refunded_probably':
      break
    default:
      say('is left in a state that nobody can act on')
  }
  return found
}
