import type { StoreApi } from 'zustand/vanilla'
import type { BridgeApi } from '../../shared/contract'
import type { AppStore } from '../store/store-types'

/**
 * The way to main for all that a person does: a call that only a supervisor may make asks for the proof, and is made again once it was
 * given. When it was not, the call's answer is main's refusal.
 */
export function superviseCalls(api: BridgeApi, storeOf: () => StoreApi<AppStore>): BridgeApi {
  return {
    ...api,
    call: async (channel, ...input) => {
      const answer = await api.call(channel, ...input)
      if (answer.ok || answer.fault.kind !== 'act_needs_supervisor') return answer
      return (await untilProven(storeOf(), answer.fault.by)) ? api.call(channel, ...input) : answer
    },
  }
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
