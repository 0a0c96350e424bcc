/** Electron's `ipcMain`. */
type CallReceiver = {
  readonly handle: (
    name: string,
    listener: (event: CallEvent, channel: unknown, input: unknown) => Promise<unknown>,
  ) => void
}

/** Answers one call; never rejects. */
export type AnswerCall = (event: CallEvent, channel: unknown, input: unknown) => Promise<unknown>

/**
 * Receives the page's calls from the start on, without loading what answers them. Calls wait for the first `begin`.
 * `asked` resolves at the first call, which the page makes once it is painted.
 */
export function receiveCalls(receiver: CallReceiver): {
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
  receiver.handle('call', async (event, channel, input) => {
    ask()
    return (await answering)(event, channel, input)
  })
  return { asked, begin }
}

/** The part of Electron's event that identifies the caller. */
export type CallEvent = {
  readonly sender: { readonly id: number }
  /** Null when the frame has gone since it called (Electron 45). */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}
