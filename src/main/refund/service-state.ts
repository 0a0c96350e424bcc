/** Whether there is a journal to refund over: the states of the refund service, and the ways between them. */
import type { RefundsOff } from '../../shared/fault'
import type { OpeningFault } from '../journal/journal-types'
import type { RefundOperations } from './refunds-on'

type On = { readonly at: 'on'; readonly refunds: RefundOperations }

type Off = {
  readonly at: 'off'
  readonly refunds: RefundOperations
  readonly why: RefundsOff
  readonly replaceable: OpeningFault['replaceable']
  /** Ends the wait for the next try. */
  readonly callOffRetry: () => void
}

/** Closed is for ever. What an opening under way still brings stands in `last`, to be closed too. */
export type ServiceState = On | Off | { readonly at: 'closed'; readonly last: On | Off }

const nothing = () => undefined

/** What may pass by itself: a keychain that is unlocked, a disk that has room again. */
const passing: readonly RefundsOff[] = ['no_keychain', 'journal_unwritable']

export function on(refunds: RefundOperations): On {
  return { at: 'on', refunds }
}

export function off(
  refunds: RefundOperations,
  why: RefundsOff,
  replaceable: OpeningFault['replaceable'],
): Off {
  return { at: 'off', refunds, why, replaceable, callOffRetry: nothing }
}

/** What answers now, with or without a journal. */
export function standingIn(state: ServiceState): On | Off {
  return state.at === 'closed' ? state.last : state
}

/** How a new journal may be begun; null where nothing is to be replaced. */
export function replaceableIn(state: ServiceState): OpeningFault['replaceable'] {
  const standing = standingIn(state)
  return standing.at === 'off' ? standing.replaceable : null
}

/** Whether another try may help. */
export function mayPass(state: ServiceState): boolean {
  return state.at === 'off' && passing.includes(state.why)
}

/** An opening came to an end, or a journal had to be given up. */
export function afterOpening(state: ServiceState, next: On | Off): ServiceState {
  callOff(state)
  return state.at === 'closed' ? { at: 'closed', last: next } : next
}

/** The next try is planned, in place of any before it. Nothing is planned where it cannot help. */
export function withRetry(state: ServiceState, plan: () => () => void): ServiceState {
  callOff(state)
  if (state.at !== 'off') return state
  return { ...state, callOffRetry: mayPass(state) ? plan() : nothing }
}

export function closed(state: ServiceState): ServiceState {
  callOff(state)
  return { at: 'closed', last: standingIn(state) }
}

function callOff(state: ServiceState): void {
  if (state.at === 'off') state.callOffRetry()
}
