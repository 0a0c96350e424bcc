import type { Socket } from 'node:net'
import type { ConnectFailure } from '../../shared/call-failures'

export type NeverConnected = {
  readonly kind: 'never_connected'
  readonly reason: ConnectFailure
  readonly detail: string
}
export type Connected = { readonly kind: 'connected'; readonly socket: Socket }

export function neverConnected(reason: ConnectFailure, detail: string): NeverConnected {
  return { kind: 'never_connected', reason, detail }
}

/** The system's or OpenSSL's name of an error, '' when it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

/** An error in words for a log or a detail: its own message, shortened. None of Node's quote a header's value. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/\s+/g, ' ').slice(0, 200)
}

/**
 * Calls back when so many milliseconds are over and nobody called it off, but never before the sockets had their turn:
 * Node looks at timers first, so where this process was busy past the limit, what came in time would lie unread. Answers
 * how to call it off.
 */
export function deadline(milliseconds: number, isOver: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // The first of these comes behind one reading of all sockets, the second behind another: TLS may need both.
    turn = setImmediate(() => {
      turn = setImmediate(isOver)
    })
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
