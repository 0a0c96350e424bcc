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
