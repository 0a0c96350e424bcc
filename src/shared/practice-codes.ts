/**
 * The practice codes: ten custom ids at which the practice payment service misbehaves on purpose, as payment providers
 * have test cards. Pure data: the printable sheet, the documents and the service itself read it; the catalogues of words
 * say what goes wrong. What else may go wrong on the way to a service is scripted by tests (practice/scripts.ts).
 */

/** The heading the cashier reads; `lookup fault` comes before anything is sent. */
export type PracticeOutcome =
  | 'Refunded'
  | 'Not refunded'
  | 'Not sent'
  | 'Unconfirmed'
  | 'Probably refunded'
  /** The fresh show before the refund says so: nothing is sent. */
  | 'Already refunded elsewhere'
  /** The lookup itself fails: there is no receipt. */
  | 'lookup fault'

export type PracticeCode = {
  /** The custom id to scan or type. */
  readonly code: string
  /** What a full refund comes to first, under the service's usual switches. */
  readonly expectedOutcome: PracticeOutcome
  /** What later shows make of it by themselves; null when it stays. */
  readonly laterOutcome: PracticeOutcome | null
}

export const practiceCodes = [
  { code: 'PRACTICE-SLOW', expectedOutcome: 'Refunded', laterOutcome: null },
  { code: 'PRACTICE-REFUSED', expectedOutcome: 'Not refunded', laterOutcome: null },
  { code: 'PRACTICE-NOT-SENT', expectedOutcome: 'Not sent', laterOutcome: null },
  { code: 'PRACTICE-500-BEFORE', expectedOutcome: 'Unconfirmed', laterOutcome: null },
  { code: 'PRACTICE-DROP-AFTER', expectedOutcome: 'Unconfirmed', laterOutcome: 'Refunded' },
  { code: 'PRACTICE-PROBABLY', expectedOutcome: 'Unconfirmed', laterOutcome: 'Probably refunded' },
  { code: 'PRACTICE-TWICE', expectedOutcome: 'Refunded', laterOutcome: null },
  { code: 'PRACTICE-ELSEWHERE', expectedOutcome: 'Already refunded elsewhere', laterOutcome: null },
  { code: 'PRACTICE-RACE', expectedOutcome: 'Not refunded', laterOutcome: 'Unconfirmed' },
  { code: 'PRACTICE-SHOW-DOWN', expectedOutcome: 'lookup fault', laterOutcome: null },
] as const satisfies readonly PracticeCode[]

export type PracticeCodeName = (typeof practiceCodes)[number]['code']

/**
 * The practice code that a custom id is. `-2` to `-999` behind a code is a fresh receipt of the same kind, for
 * another go. Null for every other text.
 */
export function practiceCodeOf(customId: string): PracticeCodeName | null {
  const whole = practiceCodes.find(({ code }) => code === customId)
  if (whole !== undefined) return whole.code
  const stem = /^(.+)-(?:[2-9]|[1-9]\d{1,2})$/.exec(customId)?.[1]
  return practiceCodes.find(({ code }) => code === stem)?.code ?? null
}
