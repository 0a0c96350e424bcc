/**
 * The practice codes: custom ids at which the practice payment service misbehaves on purpose, as payment
 * providers have test cards. Pure data: the printable sheet, the README and the service itself read it.
 */

/** The heading the cashier reads; `stopped` and `lookup fault` come before anything is sent. */
export type PracticeOutcome =
  | 'Refunded'
  | 'Not refunded'
  | 'Not sent'
  | 'Unconfirmed'
  | 'Probably refunded'
  /** The fresh show before the refund differs from the screen: nothing is sent. */
  | 'stopped'
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
  /**
   * Whether the service does here what interface.md does not have: no answer, an answer of another form, a record
   * that is not this payment's as it stands, a refund that was not asked for.
   */
  readonly leavesInterface: boolean
}

export const practiceCodes = [
  {
    code: 'PRACTICE-SLOW',
    title: 'Slow service',
    whatHappens: 'Every answer takes seconds, and then all is well.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-REFUSED',
    title: 'Refused',
    whatHappens: 'The service says no (422) and refunds nothing.',
    expectedOutcome: 'Not refunded',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-NOT-FOUND',
    title: 'Refused: not found',
    whatHappens: 'It can be looked up, but the refund is answered "not found" (404).',
    expectedOutcome: 'Not refunded',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-401',
    title: 'Token not accepted',
    whatHappens: 'It can be looked up, but the refund is answered "not signed in" (401).',
    expectedOutcome: 'Not refunded',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-500-BEFORE',
    title: 'Internal error, nothing done',
    whatHappens: 'The service says "Internal Error" (500) and refunds nothing.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-500-AFTER',
    title: 'Internal error, but refunded',
    whatHappens: 'The service refunds and then says "Internal Error" (500).',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-DROP-BEFORE',
    title: 'Line drops, nothing done',
    whatHappens: 'The connection ends without an answer; nothing is refunded.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-DROP-AFTER',
    title: 'Line drops, but refunded',
    whatHappens: 'The service refunds, and the connection ends without an answer.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-CUT-BODY',
    title: 'Half an answer',
    whatHappens: 'The service refunds, and only half of its answer arrives.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-EMPTY',
    title: 'Empty answer',
    whatHappens: 'The service refunds and answers with nothing in it.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-STALL',
    title: 'No answer',
    whatHappens: 'The service refunds and never answers; Tillside gives up after half a minute.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-LATE',
    title: 'Refunded late',
    whatHappens: 'The connection ends without an answer; the refund happens 20 seconds later.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-PROBABLY',
    title: 'Refunded, but whose is it?',
    whatHappens: 'The service refunds, the connection ends, and the remark that would prove it is lost.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Probably refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-HTML',
    title: 'A web page instead',
    whatHappens: 'A sign-in page of some network answers in the place of the service; nothing is refunded.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-503',
    title: 'Service not available',
    whatHappens: 'A gateway in between says 503; nothing is refunded.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-REDIRECT',
    title: 'Sent elsewhere',
    whatHappens: 'The answer points to another address (307); nothing is refunded and nobody goes there.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-FALSE',
    title: 'Yes and no at once',
    whatHappens: 'The answer is HTTP 200 with "success": false; nothing is refunded.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-OTHER',
    title: 'Another receipt in the answer',
    whatHappens: 'The service refunds and answers with the record of another transaction.',
    expectedOutcome: 'Unconfirmed',
    laterOutcome: 'Refunded',
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-TWICE',
    title: 'Delivered twice',
    whatHappens: 'The request is delivered twice: a part of up to half is refunded twice, with an alarm.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-STALE',
    title: 'Old answers',
    whatHappens: 'After a refund every other lookup shows the receipt as it was before.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-ELSEWHERE',
    title: 'Already refunded elsewhere',
    whatHappens: 'Right after the first lookup another till refunds it: nothing is sent.',
    expectedOutcome: 'stopped',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-RACE',
    title: 'Another till is faster',
    whatHappens: 'Another till refunds it as the request arrives; ours is refused. A supervisor is needed.',
    expectedOutcome: 'Not refunded',
    laterOutcome: 'Unconfirmed',
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-NOT-SENT',
    title: 'No connection',
    whatHappens: 'After the second lookup nobody can connect for 3 seconds: the refund is not sent.',
    expectedOutcome: 'Not sent',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-SHOW-404',
    title: 'Lookup: not found',
    whatHappens: 'The lookup is answered "not found".',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-SHOW-401',
    title: 'Lookup: token not accepted',
    whatHappens: 'The lookup is answered "not signed in" (401).',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-SHOW-500',
    title: 'Lookup: internal error',
    whatHappens: 'The lookup is answered "Internal Error" (500).',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-SHOW-DOWN',
    title: 'Lookup: line drops',
    whatHappens: 'The connection ends without an answer to the lookup.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-SHOW-HTML',
    title: 'Lookup: a web page instead',
    whatHappens: 'A sign-in page of some network answers the lookup.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-SHOW-OTHER',
    title: 'Lookup: another receipt',
    whatHappens: 'The lookup is answered with the record of another transaction: it is not shown.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-NO-RELATED',
    title: 'Store and the like refused',
    whatHappens: 'The payment is shown, but its store, user and codes are refused (403).',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-ODD-RELATED',
    title: 'Store and the like in odd shapes',
    whatHappens: 'Its store, user and codes come nested, as a list, as a text and with hundreds of members.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: true,
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
