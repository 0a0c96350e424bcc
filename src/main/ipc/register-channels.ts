import type { Channel } from '../../shared/contract'
import { channelNames } from './channel-names'
import type { CallEvent } from './sender'

/** Electron's `ipcMain`, as far as it is needed. */
export type CallReceiver = {
  readonly handle: (channel: string, listener: (event: CallEvent, input: unknown) => Promise<unknown>) => void
}

/** Answers one call; never rejects. */
export type AnswerCall = (channel: Channel, event: CallEvent, input: unknown) => Promise<unknown>

/**
 * Takes calls on every channel of the contract from the first moment on. They wait until what answers them
 * has been loaded and given to the function that this one answers: the page may be quicker than that.
 */
export function registerChannels(receiver: CallReceiver): (answerCall: AnswerCall) => void {
  let begin: (answerCall: AnswerCall) => void = () => undefined
  const answering = new Promise<AnswerCall>((resolve) => {
    begin = resolve
  })
  for (const channel of channelNames) {
    receiver.handle(channel, async (event, input) => (await answering)(channel, event, input))
  }
  return begin
}
