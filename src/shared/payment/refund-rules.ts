/** What a payment's record alone says: its state, and how much of it can be refunded (architecture.md, "Money and records"). Pure. */

import { fail, type Result, succeed } from '../base/result'
import { isLongerThan, shortText } from '../base/text'
import { isWholeUnitCurrency, type Money } from './money'
import type { Transaction } from './transaction'

/**
 * The state of a payment for people. The three `other` ones are a status that interface.md does not name, which is always
 * shown itself, with what was refunded beside it.
 */
export const paymentStates = [
  'paid',
  'partly_refunded',
  'refunded',
  'cancelled',
  'failed',
  'precreated',
  'other',
  'other_partly_refunded',
  'other_refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** "Partly refunded" is derived: no status says it (architecture.md, "Money and records"). Amounts in hundredths. */
export function paymentState(record: Pick<Transaction, 'status' | 'amount' | 'refunded'>): PaymentState {
  const { status, amount, refunded } = record
  if (isClosed(status)) return status
  const moved = amount !== null && refunded !== null && refunded > 0
  const state = moved ? (refunded < amount ? 'partly_refunded' : 'refunded') : null
  if (status === 'paid' || status === 'refunded') return state ?? status
  return state === null ? 'other' : `other_${state}`
}

/** Whether nothing was paid, or not any more, so that nothing can be refunded (interface.md §3). */
function isClosed(status: string): status is 'cancelled' | 'failed' | 'precreated' {
  return status === 'cancelled' || status === 'failed' || status === 'precreated'
}

/** The `store_id` of this till's own store; '' when none is set. */
export type OwnStore = { readonly storeId: string }

/** Whether a payment was taken at another store than this till's, by its `store_id` (interface.md §2.2) alone. */
export function isOtherStore(storeId: string, own: OwnStore): boolean {
  return storeId !== '' && own.storeId !== '' && storeId !== own.storeId
}

/** Whether this till can take its store from a payment: none is set, and the payment's id fits. */
export function teachesStore(storeId: string, own: OwnStore): boolean {
  return own.storeId === '' && storeId !== '' && storeId === storeId.trim() && !isLongerThan(storeId, 64)
}

/** The 21 gateway codes of interface.md §2.3, `<gateway_id>_<gateway_sub_id>`. The service may add to them. */
export const gatewayCodes = [
  ...['1_1', '4_1', '4_2', '4_3', '7_1', '7_2', '8_1', '8_2', '8_3', '9_5', '9_6'],
  ...['10_1', '10_2', '11_1', '11_2', '12_1', '12_2', '12_3', '12_4', '13_1', '13_2'],
] as const

export type GatewayCode = (typeof gatewayCodes)[number]

/** In characters: `gateway_sub_name` may have 65,535 (interface.md §2.2). All of it is under "More". */
const maxShownName = 60

type NamesWallet = { readonly fields: { readonly gateway_sub_name?: string | undefined } }

/** Returns the service's own name of the wallet or card, shortened for display; '' when it gives none. */
export function walletName({ fields }: NamesWallet): string {
  return shortText((fields.gateway_sub_name ?? '').trim(), maxShownName)
}

/** Why a transaction cannot be refunded at all, as far as its record tells (architecture.md, "Money and records"). */
export const blockReasons = [
  'no_id',
  'no_currency',
  /** The id, an amount, the currency or the status is longer than documented (interface.md §2.2). */
  'too_long',
  'amount_unreadable',
  'refunded_unreadable',
  'contradiction',
  'wholly_refunded',
  'cancelled',
  'failed',
  'precreated',
  'nothing_paid',
  'rest_too_small',
] as const
export type BlockReason = (typeof blockReasons)[number]

/** Why a refund needs the cashier's confirmation once more. */
export const confirmationReasons = ['status_not_known', 'status_refunded_in_part'] as const
export type ConfirmationReason = (typeof confirmationReasons)[number]

/** Why an amount cannot be refunded (interface.md §8). */
export const amountFaults = ['too_small', 'too_large', 'not_whole_units', 'whole_only'] as const
export type AmountFault = (typeof amountFaults)[number]

/** In hundredths (interface.md §8). */
export const minRefund = 10

export type Refundability =
  | { readonly kind: 'blocked'; readonly reason: BlockReason }
  | {
      readonly kind: 'refundable'
      /** What is left: amount − refunded. */
      readonly rest: Money
      /** An untouched transaction under 0.10 can only be refunded whole, without an `amount` (protocol 4). */
      readonly wholeOnly: boolean
      readonly confirmation: ConfirmationReason | null
    }

function blocked(reason: BlockReason): Refundability {
  return { kind: 'blocked', reason }
}

/** Whether a time is set: some databases write "0000-00-00 00:00:00" for none. */
export function isTime(text: string | undefined): boolean {
  return text !== undefined && /[1-9]/.test(text)
}

/** Signs that a refund happened, whatever `refunded` says. */
function showsRefund({ fields, details, extra }: Transaction): boolean {
  // A list of refunds is not the documented object, and none of the details that are read.
  const isListed = extra.refund_details?.startsWith('[') === true
  return isListed || isTime(fields.refunded_at) || details.some(({ kind }) => kind === 'refund')
}

/**
 * Judges whether a transaction can be refunded, and how much of it, from its record alone. Undecided attempts and saved
 * copies are the journal's and the lookup's to judge.
 */
export function refundability(record: Transaction): Refundability {
  const { amount, refunded, currency, status } = record
  if (record.id === '') return blocked('no_id')
  if (currency === '') return blocked('no_currency')
  if (record.tooLong.length > 0) return blocked('too_long')
  if (amount === null) return blocked('amount_unreadable')
  if (isClosed(status)) return blocked(status)
  if (refunded === null) return blocked('refunded_unreadable')
  if (amount < 0 || refunded < 0 || refunded > amount) return blocked('contradiction')
  if (amount === 0) return blocked('nothing_paid')
  if (refunded === amount) return blocked('wholly_refunded')
  if (refunded === 0 && (status === 'refunded' || showsRefund(record))) return blocked('contradiction')
  const rest = amount - refunded
  if (rest < minRefund && refunded > 0) return blocked('rest_too_small')
  return {
    kind: 'refundable',
    rest: { hundredths: rest, currency },
    wholeOnly: rest < minRefund,
    confirmation: confirmationFor(status),
  }
}

function confirmationFor(status: string): ConfirmationReason | null {
  if (status === 'paid') return null
  return status === 'refunded' ? 'status_refunded_in_part' : 'status_not_known'
}

/**
 * Judges whether an amount (hundredths) may be refunded of `rest` (interface.md §8). `strands` is what would be left
 * and could not be refunded any more (0.01–0.09), or 0.
 */
export function checkAmount(
  hundredths: number,
  refundable: { readonly rest: Money; readonly wholeOnly: boolean },
): Result<{ readonly strands: number }, AmountFault> {
  const { rest, wholeOnly } = refundable
  if (!Number.isSafeInteger(hundredths)) return fail('too_small')
  if (hundredths > rest.hundredths) return fail('too_large')
  if (wholeOnly) return hundredths === rest.hundredths ? succeed({ strands: 0 }) : fail('whole_only')
  if (hundredths < minRefund) return fail('too_small')
  // The rest itself may always be refunded, even if the service keeps hundredths of a yen.
  if (isWholeUnitCurrency(rest.currency) && hundredths % 100 !== 0 && hundredths !== rest.hundredths) {
    return fail('not_whole_units')
  }
  const left = rest.hundredths - hundredths
  return succeed({ strands: left > 0 && left < minRefund ? left : 0 })
}
