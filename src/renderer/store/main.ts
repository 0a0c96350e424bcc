import { useEffect, useEffectEvent } from 'react'
import type { Result } from '../../shared/base/result'
import type { Arguments, BridgeApi, Channel, Output } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { answerOf } from './answer'
import { notify, type OpenDialog, store } from './store'

/**
 * Calls main. A call that takes somebody else asks for the proof, and is made again once it was given; when it was
 * not, the answer is main's refusal. Never rejects.
 */
export const call: BridgeApi['call'] = async (channel, ...input) => {
  const answer = await answerOf(window.tillside.call(channel, ...input))
  if (answer.ok || answer.fault.kind !== 'act_needs_role') return answer
  const isProven = await untilProven(answer.fault)
  return isProven ? answerOf(window.tillside.call(channel, ...input)) : answer
}

type Rights = Omit<Extract<OpenDialog, { at: 'rights' }>, 'at'>

/** Opens the dialog and waits until it is closed. Resolves whether somebody's rights are open then. */
function untilProven(needed: Rights): Promise<boolean> {
  return new Promise((resolve) => {
    askRights(needed)
    const stop = store.subscribe(({ dialog, app }) => {
      if (dialog?.at === 'rights') return
      stop()
      resolve(app.people.rights !== null)
    })
  })
}

/** Opens the dialog in which somebody of that role shows who they are, or the token. */
export function askRights({ role, by }: Rights): void {
  store.setState({ dialog: { at: 'rights', role, by }, dialogTyped: false })
}

/** Calls main, and says as a message why it failed. Resolves what main answered; undefined after a fault. */
export async function ask<C extends Channel>(
  channel: C,
  ...input: Arguments<C>
): Promise<Output<C> | undefined> {
  const answer = await call(channel, ...input)
  if (answer.ok) return answer.value
  notify({ kind: 'fault', fault: answer.fault })
  return undefined
}

/** Gives what main answers to `take`. Returns how to call that off: then nothing is taken any more. */
export function receive<T>(
  asked: () => Promise<Result<T, Fault>>,
  take: (answer: Result<T, Fault>) => void,
): () => void {
  let current = true
  void answerOf(asked()).then((answer) => {
    if (current) take(answer)
  })
  return () => {
    current = false
  }
}

/**
 * Asks main when the component is first drawn and again whenever something of `on` changes (compared as React compares what an
 * effect depends on). Only the newest answer is taken; what was taken before stays until then.
 */
export function useAnswer<T>(
  on: readonly unknown[],
  asked: () => Promise<Result<T, Fault>>,
  take: (answer: Result<T, Fault>) => void,
): void {
  const askNow = useEffectEvent(asked)
  const takeNow = useEffectEvent(take)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
  useEffect(() => receive(askNow, takeNow), on)
}
