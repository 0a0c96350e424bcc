/** The page's calls, taken from the first moment on. Loads nothing: what answers them comes once the window stands. */

/** Electron's `ipcMain`, as far as it is needed. */
type CallReceiver = {
  readonly handle: (
    name: string,
    listener: (event: CallEvent, channel: unknown, input: unknown) => Promise<unknown>,
  ) => void
}

/** Answers one call; never rejects. */
export type AnswerCall = (event: CallEvent, channel: unknown, input: unknown) => Promise<unknown>

/**
 * Takes calls from the first moment on. They wait until what answers them has been loaded and given to `begin`; a second
 * one changes nothing. `asked` resolves at the first of them: the page asks once it is painted.
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

/** The part of Electron's event that says who is calling. */
export type CallEvent = {
  readonly sender: { readonly id: number }
  /** Null when the frame has gone while its call was on the way (Electron 45). */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}
