import { isOurPage } from '../window/page-address'

/** The part of Electron's event that says who is calling. */
export type CallEvent = {
  readonly sender: { readonly id: number }
  /** Null when the frame has gone while its call was on the way (Electron 45). */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

/**
 * Whether a call comes from the main frame of our own window, showing our own page. A frame that is gone, framed
 * or elsewhere is not ours.
 */
export function isOurWindow(
  event: CallEvent,
  windowNumber: number,
  developmentAddress: string | null,
): boolean {
  const { sender, senderFrame } = event
  if (sender.id !== windowNumber || senderFrame === null) return false
  return senderFrame.parent === null && isOurPage(senderFrame.url, developmentAddress)
}
