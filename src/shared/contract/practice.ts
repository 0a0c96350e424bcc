import type { AppState } from './contract'

/**
 * Practice is what the service says it is (architecture.md, "Practice"): one header on its answers, and one function that
 * tells what the window and the paper make of it.
 */

/** The header on every answer of a service that moves no real money; its value is `1`. No part of the interface. */
export const practiceHeader = 'Tillside-Practice'

/** The services of which it is known, by name. */
type Known = Pick<AppState, 'mode' | 'serviceName' | 'practiceServices'>

/**
 * Whether what that service answered was no real money: it said so on some answer, or this is the practice profile.
 * @param service its name, as receipts and refunds carry it; left out, the service that is connected now.
 */
export function isPractice(app: Known, service: string = app.serviceName): boolean {
  return app.mode === 'practice' || app.practiceServices.includes(service)
}

/** The manager of a practice till, whose PIN guards nothing and stands beside the codes on screen. */
export const practiceManager = 'Manager'
export const practicePin = '805317'

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

type PracticeCode = {
  /** The custom id to scan or type. */
  readonly code: string
  /** The outcome of a full refund at first, with the service's default switches. */
  readonly expectedOutcome: PracticeOutcome
  /** The outcome after later shows; null when it stays. */
  readonly laterOutcome: PracticeOutcome | null
}

/**
 * Ten custom ids at which the practice payment service misbehaves on purpose, as payment providers have test cards. The
 * catalogues of words say what goes wrong; what else may go wrong on the way to a service is scripted by tests
 * (practice/scripts.ts).
 */
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

/** The practice receipts worth knowing by heart, as they are scanned or typed. What each is, the catalogues say. */
export const demoCodes = [
  '483920174462',
  'C7719920461',
  'DEMO-PART',
  'DEMO-PARTS',
  'DEMO-REFUNDED',
  'DEMO-CANCELLED',
  'DEMO-FAILED',
  'DEMO-CENTS',
  'DEMO-YEN',
  'DEMO-TIPS',
  'DEMO-OTHER-STORE',
  'DEMO-SHARED',
] as const
