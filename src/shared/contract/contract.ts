/**
 * The one contract between the window and the main process: each channel's input and output, and who may call it. Every
 * type on either side derives from it. A call is answered by `Result<Output, Fault>`; inputs and outputs
 * are both parsed in the main process. The renderer imports types only, so no zod reaches it.
 *
 * Amounts are hundredths of the currency; times are ISO 8601 in UTC unless they are the service's own text.
 */
import { z } from 'zod'
import {
  attemptViewSchema,
  paymentStandingSchema,
  recentTransactions,
  shownTransactionSchema,
} from '../attempt/payment-standing'
import { nothing } from '../base/common-schemas'
import type { Result } from '../base/result'
import type { Fault } from '../fault'
import { outageChannels, outageStateSchema } from '../lookup/outage'
import { activityChannels } from './activity-channels'
import { appStateSchema } from './app-state'
import { paymentChannels } from './payment-channels'
import { peopleChannels, permitted } from './people-channels'
import { settingsChannels } from './settings-channels'
import { windowChannels } from './window-channels'

export const contract = permitted({
  'app:read': { input: nothing, output: appStateSchema, who: 'anybody' },
  ...paymentChannels,
  ...activityChannels,
  ...settingsChannels,
  ...peopleChannels,
  ...outageChannels,
  ...windowChannels,
} as const)

/** What main tells the window unasked, each with its value. */
export const events = {
  'app:changed': appStateSchema,
  'attempt:changed': attemptViewSchema,
  'payment:changed': paymentStandingSchema,
  /** What was read of the record before may lack refunds that can be read now. */
  'record:read': z.object({}).readonly(),
  /** The saved copy for a lookup that is under way. The service's answer takes its place. */
  'lookup:copy-found': shownTransactionSchema,
  'lookup:recent-changed': recentTransactions,
  /** Another program asks for a look-up: `lookup:take-requested` gives the code. */
  'lookup:requested': z.object({}).readonly(),
  /** A search waits until the copies can be searched: how much of that is done. */
  'copies:preparing': z
    .object({ done: z.number().int().nonnegative(), of: z.number().int().positive() })
    .readonly(),
  'outage:changed': outageStateSchema,
} as const

export type Channel = keyof typeof contract
export type Input<C extends Channel> = z.input<(typeof contract)[C]['input']>
export type ParsedInput<C extends Channel> = z.output<(typeof contract)[C]['input']>
export type Output<C extends Channel> = z.output<(typeof contract)[C]['output']>
export type Answer<C extends Channel> = Result<Output<C>, Fault>

export type EventKind = keyof typeof events
export type EventValue<K extends EventKind> = z.output<(typeof events)[K]>
export type MainEvent = {
  readonly [K in EventKind]: { readonly kind: K; readonly value: EventValue<K> }
}[EventKind]

/** A channel whose input says nothing is called without one. */
export type Arguments<C extends Channel> =
  Input<C> extends Readonly<Record<string, never>> ? [] : [input: Input<C>]

/** What the preload puts on `window.tillside`: the page's only way out. */
export type BridgeApi = {
  readonly call: <C extends Channel>(channel: C, ...input: Arguments<C>) => Promise<Answer<C>>
  /** Calls back at every event. */
  readonly onEvent: (listener: (event: MainEvent) => void) => void
}

export type AppState = z.infer<typeof appStateSchema>
export type ShownTransaction = z.infer<typeof shownTransactionSchema>
export type RecentTransaction = z.infer<typeof recentTransactions>[number]
export type AttemptEvidence = Output<'activity:open'>
export type ActivityOrder = ParsedInput<'activity:page'>
export type ActivityPage = Output<'activity:page'>
export type DaySummary = Output<'activity:day'>
export type LineNotice = ActivityPage['notices'][number]
