import type { Attempt } from '../../shared/attempt/attempt'
import type { Lock, Stale } from '../../shared/attempt/payment-standing'
import { fail, type Result, succeed } from '../../shared/base/result'
import { plainWidth } from '../../shared/base/text'
import type { AppState, ShownTransaction } from '../../shared/contract/contract'
import type { RefundsOff } from '../../shared/fault'
import { isWholeUnitCurrency, type Money, readHundredths, writeHundredths } from '../../shared/payment/money'
import {
  type BlockReason,
  checkAmount,
  type Refundability,
  refundability,
} from '../../shared/payment/refund-rules'
import type { ListedPerson, PersonProof } from '../../shared/people/people'
import { atLeast, type ChosenReason, type Role, type RuleName } from '../../shared/people/rules'
import type { AmountInputFault, DraftFault } from '../words/refund'
import type { Needs, RefundDraft } from './store'

export const emptyDraft: RefundDraft = {
  scope: 'full',
  amountText: '',
  amountCheck: 'typing',
  reason: null,
  otherReason: '',
  confirmed: false,
}

/** Returns the form as it was filled in for an earlier refund. The extra confirmation must be given again. */
export function draftOf(intent: Attempt['intent']): RefundDraft {
  const { amount, base, before, whole } = intent
  const full = whole || base + amount === before.amount
  const { code, text } = intent.reason
  return {
    scope: full ? 'full' : 'part',
    amountText: full ? '' : writeAmount({ hundredths: amount, currency: intent.currency }),
    amountCheck: 'taken',
    reason: code,
    otherReason: code === 'other' ? text : '',
    confirmed: false,
  }
}

export type Refundable = Extract<Refundability, { kind: 'refundable' }>

export type ReadyRefund = {
  readonly amount: Money
  readonly reason: ChosenReason
}

/** Returns the draft's amount, and what it would strand. */
export function draftAmount(draft: RefundDraft, refundable: Refundable) {
  if (draft.scope === 'full') return succeed({ amount: refundable.rest, strands: 0 })
  return readAmount(draft.amountText, refundable)
}

/** Returns the draft's reason; null for none, or for one that the store has taken off its list since. */
export function draftReason(
  { reason }: Pick<RefundDraft, 'reason'>,
  { reasons }: Pick<AppState, 'reasons'>,
): string | null {
  return reason !== null && reasons.includes(reason) ? reason : null
}

/** Returns the refund to send, or the first thing missing in the order of the form. */
export function readDraft(
  draft: RefundDraft,
  refundable: Refundable,
  app: Pick<AppState, 'reasons'>,
): Result<ReadyRefund, DraftFault> {
  const amount = draftAmount(draft, refundable)
  if (!amount.ok) return fail({ in: 'amount', why: amount.fault })
  const code = draftReason(draft, app)
  if (code === null) return fail({ in: 'reason', why: 'none' })
  const otherReason = draft.otherReason.trim()
  if (code === 'other' && otherReason === '') return fail({ in: 'reason', why: 'other_empty' })
  if (refundable.confirmation !== null && !draft.confirmed) return fail({ in: 'confirmation' })
  const reason = { code, text: code === 'other' ? otherReason : '' }
  return succeed({ amount: amount.value.amount, reason })
}

/** With the second person's proof, and the rules that they approve. */
export type ReadyForm = ReadyRefund & {
  readonly proof?: PersonProof
  readonly yesTo?: readonly RuleName[]
}

export type FormFault = DraftFault | { readonly in: 'rules'; readonly fault: Needs['fault'] }

/** Returns the refund to send with the second person's proof, or the first thing that blocks it. */
export function readForm(
  { draft, needs }: { readonly draft: RefundDraft; readonly needs: Needs | null },
  refundable: Refundable,
  app: Pick<AppState, 'people' | 'reasons'>,
): Result<ReadyForm, FormFault> {
  const ready = readDraft(draft, refundable, app)
  if (!ready.ok || needs === null) return ready
  const { fault, yes } = needs
  const { proof } = readYes(yes, app.people)
  if (fault.kind === 'refund_not_here' || proof === null) return fail({ in: 'rules', fault })
  return succeed({ ...ready.value, proof, yesTo: fault.by })
}

type ReadAmount = {
  readonly amount: Money
  /** Hundredths that would remain and be too little to refund, or 0. */
  readonly strands: number
}

/**
 * Returns what is typed in Amount as plain decimal text. Takes a comma as the decimal point only when unambiguous: one
 * comma, no point, one or two digits after it. Rejects "1,200".
 */
function asDecimalText(typed: string): Result<string, 'unreadable' | 'comma_unclear'> {
  // Chinese and Japanese input methods write full-width digits. NFKC would also make 12 of 1².
  const text = plainWidth(typed).trim()
  const decimal = /^(\d+),(\d{1,2})$/.exec(text)
  if (decimal !== null) return succeed(`${decimal[1]}.${decimal[2]}`)
  if (text.includes(',')) return fail('comma_unclear')
  // "5." and ".50" are half-typed but unambiguous.
  if (/^\d+\.$/.test(text)) return succeed(text.slice(0, -1))
  if (/^\.\d{1,2}$/.test(text)) return succeed(`0${text}`)
  return /^\d+(\.\d{1,2})?$/.test(text) ? succeed(text) : fail('unreadable')
}

/** Parses the typed amount exactly and checks it against what is refundable (interface.md §8). */
export function readAmount(
  typed: string,
  refundable: Pick<Refundable, 'rest' | 'wholeOnly'>,
): Result<ReadAmount, AmountInputFault> {
  if (typed.trim() === '') return fail('empty')
  const text = asDecimalText(typed)
  if (!text.ok) return text
  const hundredths = readHundredths(text.value)
  if (hundredths === null) return fail('unreadable')
  const checked = checkAmount(hundredths, refundable)
  if (!checked.ok) return checked
  const { currency } = refundable.rest
  return succeed({ amount: { hundredths, currency }, strands: checked.value.strands })
}

/** Writes an amount as the Amount field takes it, with all its decimals. */
export function writeAmount({ hundredths, currency }: Money): string {
  return isWholeUnitCurrency(currency) ? String(hundredths / 100) : writeHundredths(hundredths)
}

export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'erase'

/** With a point and two decimals, the longest amount of the interface (§2.2). */
const maxWholeDigits = 12

/** Returns the Amount text after a keypad key. A key that would make it invalid changes nothing. */
export function pressKeypad(text: string, key: KeypadKey, wholeUnits: boolean): string {
  if (key === 'erase') return text.slice(0, -1)
  if (key === '.') {
    if (wholeUnits || /[.,]/.test(text)) return text
    return text === '' ? '0.' : `${text}.`
  }
  const decimals = /[.,](\d*)$/.exec(text)?.[1]
  if (decimals !== undefined) return decimals.length >= 2 ? text : `${text}${key}`
  if (text === '0') return key
  return text.length >= maxWholeDigits ? text : `${text}${key}`
}

/** Whether a refund can be started; if not, the one reason to show. */
type Availability =
  | { readonly kind: 'open'; readonly refundable: Refundable }
  | { readonly kind: 'locked'; readonly lock: Lock }
  | { readonly kind: 'stale'; readonly stale: Stale }
  | { readonly kind: 'blocked'; readonly reason: BlockReason }
  | { readonly kind: 'off'; readonly why: RefundsOff }
  | { readonly kind: 'saved_copy' }
  | { readonly kind: 'offline' }

/** Whether refunds are off only because the record is opening, as at every start. */
export function isOpening(given: Availability): boolean {
  return given.kind === 'off' && given.why === 'journal_opening'
}

/** Returns the strongest reason: a lock comes first (architecture.md, promise 1). */
export function availability(shown: ShownTransaction, app: AppState): Availability {
  if (shown.lock !== null) return { kind: 'locked', lock: shown.lock }
  if (shown.stale !== null) return { kind: 'stale', stale: shown.stale }
  const judged = refundability(shown.record)
  if (judged.kind === 'blocked') return judged
  if (!app.refunds.on) return { kind: 'off', why: app.refunds.why }
  if (shown.source === 'saved') return { kind: 'saved_copy' }
  if (app.connection.state === 'offline') return { kind: 'offline' }
  return { kind: 'open', refundable: judged }
}

/** What a person has entered so far to prove who they are. */
export type TypedProof = {
  /** The chosen person's id; '' selects the first of the list. */
  readonly person: string
  readonly pin: string
  readonly badge: string | null
}

export const nothingTyped: TypedProof = { person: '', pin: '', badge: null }

/** Clears the PIN and the badge and keeps the name. */
export const untyped = ({ person }: TypedProof): TypedProof => ({ ...nothingTyped, person })

/**
 * Returns who may be chosen, and the proof once complete.
 * @param role the lowest role accepted
 * @param but the id of a person to leave out
 */
export function readProof(
  { person: chosen, pin, badge }: TypedProof,
  list: readonly ListedPerson[],
  role: Role,
  but?: string,
) {
  const able = list.filter(({ id, role: own }) => id !== but && atLeast(own, role))
  const named = able.filter(({ hasPin }) => hasPin)
  const person = named.find(({ id }) => id === chosen) ?? named[0]
  const byPin = person !== undefined && pin !== '' ? ({ with: 'pin', person: person.id, pin } as const) : null
  const proof: PersonProof | null = badge === null ? byPin : { with: 'badge', code: badge }
  return { named, person, hasBadges: able.some(({ hasBadge }) => hasBadge), proof }
}

/** Returns the same for a second person, who is never the cashier. */
export function readYes(typed: TypedProof, { list, signedIn }: AppState['people']) {
  return readProof(typed, list, 'supervisor', signedIn?.id)
}
