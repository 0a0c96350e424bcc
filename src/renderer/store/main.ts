import { useEffect, useEffectEvent } from 'react'
import { fail, messageOf, type Result } from '../../shared/base/result'
import type { Arguments, BridgeApi, Channel, Output } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { isRefundInFlight, notify, type OpenDialog, store } from './store'

/** Awaits an answer of main. Never rejects: a broken IPC channel becomes the fault `bug`. */
export async function answerOf<T>(answer: Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  try {
    return await answer
  } catch (error) {
    return fail({ kind: 'bug', detail: messageOf(error) })
  }
}

/**
 * Calls main. When main needs a role, asks for the proof and repeats the call; without the proof, returns main's refusal.
 * Never rejects.
 */
export const call: BridgeApi['call'] = async (channel, ...input) => {
  const answer = await answerOf(window.tillside.call(channel, ...input))
  if (answer.ok || answer.fault.kind !== 'act_needs_role') return answer
  const isProven = await untilProven(answer.fault)
  return isProven ? answerOf(window.tillside.call(channel, ...input)) : answer
}

type Rights = Omit<Extract<OpenDialog, { at: 'rights' }>, 'at'>

/** Opens the dialog and waits until it closes. Resolves whether rights are open then. */
function untilProven(needed: Rights): Promise<boolean> {
  const { counter, app: now } = store.getState()
  // No dialog may lie over a refund on its way, and over its outcome; none opens on a till that was locked meanwhile.
  if (isRefundInFlight(counter) || now.people.locked) return Promise.resolve(false)
  return new Promise((resolve) => {
    askRights(needed)
    const stop = store.subscribe(({ dialog, app }) => {
      if (dialog?.at === 'rights') return
      stop()
      resolve(app.people.rights !== null)
    })
  })
}

/** Opens the dialog that asks for a person of a role, or for the token. */
export function askRights({ role, by }: Rights): void {
  store.setState({ dialog: { at: 'rights', role, by }, dialogTyped: false })
}

/** Calls main and shows the fault, if any. Resolves to the value; undefined after a fault. */
export async function ask<C extends Channel>(
  channel: C,
  ...input: Arguments<C>
): Promise<Output<C> | undefined> {
  const answer = await call(channel, ...input)
  if (answer.ok) return answer.value
  notify({ kind: 'fault', fault: answer.fault })
  return undefined
}

/** Passes what is promised to `take`. Returns a function that cancels this: an effect's clean-up. */
export function receive<T>(promised: Promise<T>, take: (value: T) => void): () => void {
  let current = true
  void promised.then((value) => {
    if (current) take(value)
  })
  return () => {
    current = false
  }
}

/** Asks main on mount and whenever `on` changes (compared as effect dependencies). Takes the newest answer only. */
export function useAnswer<T>(
  on: readonly unknown[],
  asked: () => Promise<Result<T, Fault>>,
  take: (answer: Result<T, Fault>) => void,
): void {
  const askNow = useEffectEvent(asked)
  const takeNow = useEffectEvent(take)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
  useEffect(() => receive(answerOf(askNow()), takeNow), on)
}
