/** What the harness and a till in a process of its own say to each other. */
import type { Attempt } from '../../src/shared/attempt/attempt'
import type { Fault, RefundsOff } from '../../src/shared/fault'

/** How a till is started. It begins by opening its refunds, and says so. */
export type TillConfig = {
  readonly folder: string
  readonly address: string
  readonly token: string
  readonly deviceId: string
  /** How many times faster than real time its clock runs, counted from `epoch` (milliseconds since 1970). */
  readonly pace: number
  readonly epoch: number
  /** Milliseconds until a call is given up. */
  readonly patience: number
}

export type TillOrder =
  /** Looks the code up, and refunds so many hundredths of what it finds; null is the rest. */
  | { readonly kind: 'refund'; readonly transactionId: string; readonly hundredths: number | null }
  | { readonly kind: 'look'; readonly marker: string }
  /** A supervisor begins a new journal in the place of a damaged one. */
  | { readonly kind: 'begin_journal' }
  /** Answers once no attempt is in a state that a later look must still settle. */
  | { readonly kind: 'settle' }
  | { readonly kind: 'report' }
  | { readonly kind: 'close' }

export type TillReport = {
  readonly refundsOff: RefundsOff | null
  readonly attempts: readonly Attempt[]
  /** The whole journal, as `verify-journal` reads it; '' when there is none. */
  readonly exported: string
}

export type TillAnswer =
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'done' }
  | { readonly kind: 'report'; readonly report: TillReport }

export type ToTill = { readonly number: number; readonly order: TillOrder }
/** `number` 0 is the greeting of a till that has opened. */
export type FromTill = { readonly number: number; readonly answer: TillAnswer }
