import { isOnItsWay } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault, FaultOf } from '../../shared/fault'
import type { Money } from '../../shared/payment/money'
import type { CodeMatch } from '../../shared/payment/scan-code'
import type { TypedProof } from './proof'

/** A lookup under way or over: its id tells the newest from the rest. */
export type Lookup = {
  readonly id: string
  readonly code: string
  readonly match: CodeMatch
  /** By keys or from a list, and not by the scanner. */
  readonly typed: boolean
}

/** What the store's rules say of the refund in the form where it is not the cashier's alone, as main told (`refund:judge`). */
export type Needs = {
  readonly fault: FaultOf<'second_person_needed' | 'refund_not_here'>
  /** A second person's yes to the refund as it stands: void when anything of the form changes. */
  readonly yes: TypedProof
  /** Why the last one was not taken. */
  readonly refused: Fault | null
}

/** What the cashier has filled in so far; just as it stands on screen. */
export type RefundDraft = {
  readonly scope: 'full' | 'part'
  readonly amountText: string
  /**
   * Whether Ctrl+Enter may send a part. Its last digit may have been meant as a reason, so digits that were typed one by one are
   * sent only after Enter in the field, or after the cashier was asked (refund-actions.ts).
   */
  readonly amountCheck: 'typing' | 'asked' | 'taken'
  /** A code of the store's list. */
  readonly reason: string | null
  readonly otherReason: string
  /** The extra confirmation was ticked. */
  readonly confirmed: boolean
}

/** A refund form that is not on the screen, or not any more. */
export type KeptForm = {
  /** The payment's internal id. */
  readonly id: string
  readonly draft: RefundDraft
  /** It opens by itself as soon as it can: the cashier has asked for it. */
  readonly reopens: boolean
}

/** The same, but it waits until it is asked for: the cashier went elsewhere meanwhile. */
export function heldBack(form: KeptForm | null): KeptForm | null {
  return form && { ...form, reopens: false }
}

/** Where the counter is: always exactly one of these. */
export type CounterState =
  | { readonly at: 'scan' }
  | { readonly at: 'looking'; readonly lookup: Lookup }
  | { readonly at: 'missed'; readonly lookup: Lookup; readonly fault: Fault }
  | { readonly at: 'receipt'; readonly shown: ShownTransaction }
  | {
      readonly at: 'refund'
      readonly shown: ShownTransaction
      readonly draft: RefundDraft
      /** Null where the refund is the cashier's alone, as far as main has said. */
      readonly needs: Needs | null
      /** How often it was confirmed while something was missing: the form leads there each time. */
      readonly confirmAttempts?: number
    }
  | {
      readonly at: 'sending'
      readonly amount: Money
      readonly shown: ShownTransaction
      readonly attempt: AttemptView | null
    }
  /** Nothing was written down and nothing was sent. */
  | {
      readonly at: 'stopped'
      readonly shown: ShownTransaction
      readonly draft: RefundDraft
      readonly amount: Money
      readonly fault: Fault
    }
  /** Tillside itself failed while a refund was under way: only the journal knows. */
  | {
      readonly at: 'broken'
      readonly shown: ShownTransaction
      readonly amount: Money
      readonly detail: string
    }
  | {
      readonly at: 'outcome'
      readonly attempt: AttemptView
      /** The record that the service's answer held: what the window shows next, without another lookup. */
      readonly shown: ShownTransaction | null
      /** The `store_id` of the payment; '' where this window does not know it. */
      readonly storeId: string
    }

/** The counter while it is there. */
export type CounterAt<At extends CounterState['at']> = Extract<CounterState, { at: At }>

/** The `store_id` of the payment on a receipt; '' where it has none. */
export function storeIdOf({ record }: Pick<ShownTransaction, 'record'>): string {
  return record.fields.store_id ?? ''
}

/** The receipt on the paper, if there is one. */
export function shownAt(counter: CounterState): ShownTransaction | null {
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

/** Whether a refund is on its way, so that the counter cannot be left. */
export function isRefundInFlight(counter: CounterState): boolean {
  return counter.at === 'sending' || (counter.at === 'outcome' && isOnItsWay(counter.attempt.state))
}

/** A second tap of an impatient hand falls on what has just appeared there: so long it presses nothing, in milliseconds. */
export const quietMilliseconds = 600

/** The moment from which an outcome that appears now takes presses, on the page's own clock. */
export function pressesFromNow(): number {
  return performance.now() + quietMilliseconds
}

/** Whether what the outcome offers takes a press yet, of a finger, a mouse or a key. */
export function takesPresses({ pressesFrom }: { readonly pressesFrom: number }): boolean {
  return performance.now() >= pressesFrom
}
