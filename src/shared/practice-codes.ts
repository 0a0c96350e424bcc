/**
 * The practice codes: ten custom ids at which the practice payment service misbehaves on purpose, as payment providers
 * have test cards. Pure data: the printable sheet, the documents and the service itself read it. What else may go wrong
 * on the way to a service is scripted by tests (practice/scripts.ts).
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
  readonly title: string
  readonly whatHappens: string
  /** What a full refund comes to first, under the service's usual switches. */
  readonly expectedOutcome: PracticeOutcome
  /** What later shows make of it by themselves; null when it stays. */
  readonly laterOutcome: PracticeOutcome | null
}

export const practiceCodes = [
  {
    code: 'PRACTICE-SLOW',
    title: 'Slow service',
    whatHappens: 'Every answer takes seconds, and then all is well.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
  },
  {
    code: 'PRACTICE-REFUSED',
    title: 'Refused',
    whatHappens: 'The service says no (422) and refunds nothing.',
    expectedOutcome: 'Not refunded',
    laterOutcome: null,
  },
  {
    code: 'PRACTICE-NOT-SENT',
    title: 'No connection',
    whatHappens: 'After the second lookup nobody can connect for 3 seconds: the refund is not sent.',
    expectedOutcome: 'Not sent',
    laterOutcome: null,
  },
  {
    code: 'PRACTICE-500-BEFORE',
    title: 'Internal error, nothing done',
    whatHappens: 'The service says "Internal Error" (500) and refunds nothing.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
  },
  {
    code: 'PRACTICE-DROP-AFTER',
    title: 'Line drops, but refunded',
    whatHappens: 'The service refunds, and the connection ends without an answer.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
  },
  {
    code: 'PRACTICE-PROBABLY',
    title: 'Refunded, but whose is it?',
    whatHappens: 'The service refunds, the connection ends, and the remark that would prove it is lost.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Probably refunded',
  },
  {
    code: 'PRACTICE-TWICE',
    title: 'Delivered twice',
    whatHappens: 'The request is delivered twice: a part of up to half is refunded twice, with an alarm.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
  },
  {
    code: 'PRACTICE-ELSEWHERE',
    title: 'Already refunded elsewhere',
    whatHappens: 'Right after the first lookup another till refunds it: nothing is sent.',
    expectedOutcome: 'Already refunded elsewhere',
    laterOutcome: null,
  },
  {
    code: 'PRACTICE-RACE',
    title: 'Another till is faster',
    whatHappens: 'Another till refunds it as the request arrives; ours is refused. A supervisor is needed.',
    expectedOutcome: 'Not refunded',
    laterOutcome: 'Unconfirmed',
  },
  {
    code: 'PRACTICE-SHOW-DOWN',
    title: 'Lookup: line drops',
    whatHappens: 'The connection ends without an answer to the lookup.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
  },
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
