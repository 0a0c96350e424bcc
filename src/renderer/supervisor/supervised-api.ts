import type { StoreApi } from 'zustand/vanilla'
import type { Fault } from '../../shared/fault'
import type { BridgeApi } from '../../shared/operations'
import type { Result } from '../../shared/result'
import type { AppStore } from '../store/store-types'

type Call = (input?: unknown) => Promise<Result<unknown, Fault>> | (() => void)

/**
 * The way to main for all that a person does: a call that only a supervisor may make asks for the proof, and is made again once it was
 * given. When it was not, the call's answer is main's refusal.
 */
export function superviseCalls(api: BridgeApi, storeOf: () => StoreApi<AppStore>): BridgeApi {
  const supervised = (call: Call): Call => {
    return (input) => {
      const answer = call(input)
      if (!(answer instanceof Promise)) return answer
      return answer.then(async (refused) => {
        if (refused.ok || refused.fault.kind !== 'act_needs_supervisor') return refused
        const repeated = (await untilProven(storeOf(), refused.fault.by)) ? call(input) : refused
        return repeated instanceof Promise ? repeated : refused
      })
    }
  }
  // The same functions by the same names: what they take and answer is unchanged.
  return Object.fromEntries(
    Object.entries(api).map(([name, call]) => [name, supervised(call as Call)]),
  ) as BridgeApi
}

/** Opens the dialog and waits until it is closed; answers whether a supervisor's session is open then. */
function untilProven(store: StoreApi<AppStore>, by: 'pin' | 'token'): Promise<boolean> {
  return new Promise((resolve) => {
    store.getState().askSupervisor(by)
    const stop = store.subscribe(({ dialog, app }) => {
      if (dialog === 'supervisor') return
      stop()
      resolve(app.supervisorSession)
    })
  })
}
