import { isOnItsWay } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault, FaultOf } from '../../shared/fault'
import type { CodeMatch } from '../../shared/payment/codes'
import type { Money } from '../../shared/payment/money'
import type { TypedProof } from './draft'

/** A lookup, running or done. The id identifies the newest one. */
export type Lookup = {
  readonly id: string
  readonly code: string
  readonly match: CodeMatch
  /** By keys or from a list, not by the scanner. */
  readonly typed: boolean
}

/** What the store's rules require beyond the cashier, as main answered `refund:judge`. */
export type Needs = {
  readonly fault: FaultOf<'second_person_needed' | 'refund_not_here'>
  /** The second person's approval. Cleared when the form changes. */
  readonly yes: TypedProof
  /** Why the last approval was rejected. */
  readonly refused: Fault | null
}

/** What the cashier has filled in, as shown on screen. */
export type RefundDraft = {
  readonly scope: 'full' | 'part'
  readonly amountText: string
  /**
   * Whether Ctrl+Enter may send a part. The last digit may have been meant as a reason, so an amount typed digit by digit
   * is sent only after Enter in the field or after a question (actions/refunds.ts).
   */
  readonly amountCheck: 'typing' | 'asked' | 'taken'
  /** A code of the store's list. */
  readonly reason: string | null
  readonly otherReason: string
  readonly confirmed: boolean
}

/** A refund form that is not on screen. */
export type KeptForm = {
  readonly id: string
  readonly draft: RefundDraft
  /** It reopens as soon as possible: the cashier has asked for it. */
  readonly reopens: boolean
}

/** Returns the form with `reopens` off: the cashier went elsewhere. */
export function heldBack(form: KeptForm | null): KeptForm | null {
  return form && { ...form, reopens: false }
}

export type CounterState =
  | { readonly at: 'scan' }
  | { readonly at: 'looking'; readonly lookup: Lookup }
  | { readonly at: 'missed'; readonly lookup: Lookup; readonly fault: Fault }
  | { readonly at: 'receipt'; readonly shown: ShownTransaction }
  | {
      readonly at: 'refund'
      readonly shown: ShownTransaction
      readonly draft: RefundDraft
      /** Null when the rules require nothing, as far as main has said. */
      readonly needs: Needs | null
      /** How often Confirm was pressed on an incomplete form. Each press moves the focus to what is missing. */
      readonly confirmAttempts?: number
    }
  | {
      readonly at: 'sending'
      readonly amount: Money
      readonly shown: ShownTransaction
      readonly attempt: AttemptView | null
    }
  /** Nothing was recorded or sent. */
  | {
      readonly at: 'stopped'
      readonly shown: ShownTransaction
      readonly draft: RefundDraft
      readonly amount: Money
      readonly fault: Fault
    }
  /** Tillside itself failed during a refund. Only the journal knows the outcome. */
  | {
      readonly at: 'broken'
      readonly shown: ShownTransaction
      readonly amount: Money
      readonly detail: string
    }
  | {
      readonly at: 'outcome'
      readonly attempt: AttemptView
      /** The record in the service's answer, to show next without another lookup. */
      readonly shown: ShownTransaction | null
      /** The payment's `store_id`; '' when unknown. */
      readonly storeId: string
    }

export type CounterAt<At extends CounterState['at']> = Extract<CounterState, { at: At }>

/** The payment's `store_id`; '' when it has none. */
export function storeIdOf({ record }: Pick<ShownTransaction, 'record'>): string {
  return record.fields.store_id ?? ''
}

export function receiptAt(counter: CounterState): ShownTransaction | null {
  switch (counter.at) {
    case 'receipt':
    case 'refund':
    case 'sending':
    case 'stopped':
      return counter.shown
    default:
      return null
  }
}

/** Whether a refund is in flight, so that the counter must not be left. */
export function isRefundInFlight(counter: CounterState): boolean {
  return counter.at === 'sending' || (counter.at === 'outcome' && isOnItsWay(counter.attempt.state))
}

/** A new outcome ignores presses for this long: a second tap may be meant for what was there before. */
export const quietMs = 600

/** Returns when an outcome that appears now starts to take presses, on the page's clock. */
export function pressesFromNow(): number {
  return performance.now() + quietMs
}

export function takesPresses({ pressesFrom }: { readonly pressesFrom: number }): boolean {
  return performance.now() >= pressesFrom
}
