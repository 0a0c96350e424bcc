/**
 * Where fetching the queued codes stands. One call is out at a time, and everything that holds it up is a state:
 *
 *     idle ──queued──→ resting ──rested──→ asking ──answered──→ resting · offline · halted · yielding
 *      ↑                  ↑                  └──ran_out──→ idle
 *      └── stopped        └── line_back, cashier_done, resumed, set_up_anew
 *
 * `failures` counts calls in a row that brought no answer about a code; the wait grows with it.
 */
import type { Fault } from '../../shared/fault'
import type { OutageWork } from '../../shared/outage'
import { unreachable } from '../../shared/result'

export type FetchState =
  | { readonly at: 'idle' }
  | {
      readonly at: 'resting'
      readonly milliseconds: number
      readonly after: 'call' | 'cashier'
      readonly failures: number
    }
  | { readonly at: 'asking'; readonly failures: number }
  | { readonly at: 'yielding'; readonly failures: number }
  | { readonly at: 'offline'; readonly failures: number }
  | { readonly at: 'paused' }
  | { readonly at: 'halted'; readonly fault: Fault }

/** How a call ended, as far as the pace goes. */
export type CallEnd =
  /** It told something about the code, or none was needed. `took` is in milliseconds. */
  | { readonly kind: 'told'; readonly took: number }
  /** The service is busy, in trouble or silent. */
  | { readonly kind: 'failed' }
  /** Nothing can be asked until a person has done something. */
  | { readonly kind: 'refused'; readonly fault: Fault }

/** What else counts at the moment a call has ended: the line, and the cashier. */
export type Around = { readonly offline: boolean; readonly cashierAtWork: boolean }

export type FetchEvent =
  | { readonly kind: 'queued' }
  | { readonly kind: 'rested' }
  | { readonly kind: 'answered'; readonly end: CallEnd; readonly around: Around }
  | { readonly kind: 'ran_out' }
  | { readonly kind: 'cashier_begins' }
  | { readonly kind: 'cashier_done' }
  | { readonly kind: 'line_back' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'set_up_anew' }
  | { readonly kind: 'stopped' }

export const idle: FetchState = { at: 'idle' }

/** The rest after a call is as long as the call took: at most half of the service's time is ours. */
const leastRest = 10
const longestRest = 2000
const firstWait = 1000
const longestWait = 60_000
/** The cashier may well scan the next receipt at once. */
const afterCashier = 1500

function rest(milliseconds: number, failures = 0): FetchState {
  return { at: 'resting', milliseconds, after: 'call', failures }
}

/** Milliseconds before the same code is tried again after so many failures in a row: 1 s doubling to 60 s. */
export function waitAfter(failures: number): number {
  return Math.min(firstWait * 2 ** Math.max(failures - 1, 0), longestWait)
}

/** The state that follows; the very same when the event means nothing in it. */
export function advance(state: FetchState, event: FetchEvent): FetchState {
  switch (event.kind) {
    case 'queued':
      return state.at === 'idle' ? rest(0) : state
    case 'rested':
      return state.at === 'resting' ? { at: 'asking', failures: state.failures } : state
    case 'answered':
      return state.at === 'asking' ? afterCall(state.failures, event.end, event.around) : state
    case 'ran_out':
      return state.at === 'asking' ? idle : state
    case 'cashier_begins':
      return state.at === 'resting' ? { at: 'yielding', failures: state.failures } : state
    case 'cashier_done':
      return state.at === 'yielding'
        ? { at: 'resting', milliseconds: afterCashier, after: 'cashier', failures: state.failures }
        : state
    case 'line_back':
      return state.at === 'offline' ? rest(0, state.failures) : state
    case 'paused':
      return state.at === 'idle' || state.at === 'halted' ? state : { at: 'paused' }
    case 'resumed':
      return state.at === 'paused' || state.at === 'halted' ? rest(0) : state
    case 'set_up_anew':
      return state.at === 'idle' || state.at === 'halted' ? rest(0) : state
    case 'stopped':
      return idle
    default:
      return unreachable(event)
  }
}

function afterCall(before: number, end: CallEnd, around: Around): FetchState {
  if (end.kind === 'refused') return { at: 'halted', fault: end.fault }
  const failures = end.kind === 'failed' ? before + 1 : 0
  if (end.kind === 'failed' && around.offline) return { at: 'offline', failures }
  if (around.cashierAtWork) return { at: 'yielding', failures }
  if (end.kind === 'failed') return rest(waitAfter(failures), failures)
  return rest(Math.min(Math.max(end.took, leastRest), longestRest))
}

/** The state as a person knows it. */
export function workOf(state: FetchState, secondsLeft: number | null): OutageWork {
  switch (state.at) {
    case 'idle':
    case 'paused':
      return { at: state.at }
    case 'halted':
      return { at: 'halted', fault: state.fault }
    case 'offline':
      return { at: 'waiting', why: 'offline' }
    case 'yielding':
      return { at: 'waiting', why: 'cashier' }
    case 'resting':
    case 'asking':
      if (state.failures > 0) return { at: 'waiting', why: 'service' }
      if (state.at === 'resting' && state.after === 'cashier') return { at: 'waiting', why: 'cashier' }
      return { at: 'working', secondsLeft }
    default:
      return unreachable(state)
  }
}
