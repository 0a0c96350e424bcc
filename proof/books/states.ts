/** The states of an attempt as refund-protocol.md draws them, written down once more: the proof does not ask the program. */

/** While one of these stands, its payment is locked. */
export const undecidedStates: ReadonlySet<string> = new Set([
  'sending',
  'refusal_seen',
  'unconfirmed',
  'refunded_probably',
])

/** Ended without money: nothing of such an attempt may land any more. */
export const endedWithoutMoney: ReadonlySet<string> = new Set(['not_sent', 'refused', 'not_refunded'])

type Steps = Readonly<Record<string, readonly string[]>>

/** By rule: from the state before, through an event, to these. */
const byRule: Readonly<Record<string, Steps>> = {
  interrupted: { sending: ['unconfirmed'] },
  answered: { sending: ['refunded', 'not_sent', 'refusal_seen', 'unconfirmed'] },
  checked: {
    refusal_seen: ['refusal_seen', 'refused', 'unconfirmed'],
    unconfirmed: ['unconfirmed', 'refunded', 'refunded_probably'],
    refunded_probably: ['refunded_probably', 'unconfirmed'],
    refused: ['unconfirmed'],
    not_refunded: ['unconfirmed'],
  },
}

/** By a person's word. */
const decidable: ReadonlySet<string> = new Set(['unconfirmed', 'refunded_probably', 'refusal_seen'])

/** Events after which an attempt stands as before. */
const withoutStep: ReadonlySet<string> = new Set([
  'watched',
  'watch_ended',
  'alarmed',
  'acknowledged',
  'slip_made',
])

/** Whether an attempt may go from one state to another by an event of that kind; `from` null is none yet. */
export function isLegalStep(from: string | null, kind: string, to: string): boolean {
  if (kind === 'taken_over') return true
  if (from === null) return kind === 'sending' && to === 'sending'
  if (withoutStep.has(kind)) return from === to
  if (kind === 'decided') return decidable.has(from) && (to === 'refunded' || to === 'not_refunded')
  return byRule[kind]?.[from]?.includes(to) ?? false
}
