import type { Channel } from '../../shared/contract'
import { operations } from '../../shared/operations'
import type { CallEvent } from './sender'

/** Electron's `ipcMain`, as far as it is needed. */
export type CallReceiver = {
  readonly handle: (channel: string, listener: (event: CallEvent, input: unknown) => Promise<unknown>) => void
}

/** Answers one call; never rejects. */
export type AnswerCall = (channel: Channel, event: CallEvent, input: unknown) => Promise<unknown>

/**
 * Takes calls on every channel of the contract from the first moment on. They wait until what answers them has been loaded
 * and given to `begin`; a second one changes nothing. `asked` resolves at the first of them: the page asks once it is painted.
 */
export function registerChannels(receiver: CallReceiver): {
  readonly asked: Promise<void>
  readonly begin: (answerCall: AnswerCall) => void
} {
  let begin: (answerCall: AnswerCall) => void = () => undefined
  let ask: () => void = () => undefined
  const answering = new Promise<AnswerCall>((resolve) => {
    begin = resolve
  })
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  for (const channel of Object.values(operations)) {
    receiver.handle(channel, async (event, input) => {
      ask()
      return (await answering)(channel, event, input)
    })
  }
  return { asked, begin }
}
