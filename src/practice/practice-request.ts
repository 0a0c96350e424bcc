import type { IncomingHttpHeaders } from 'node:http'

/** A request that arrived, whole, or cut off when `complete` is false. */
export type RequestSeen = {
  readonly method: string
  /** As it was sent: percent escapes and all, the URL's query string included. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body's bytes as Latin-1 text, which a form body is a part of. */
  readonly body: string
  readonly complete: boolean
  /** ISO 8601, UTC: when it had arrived. */
  readonly at: string
}

/** Which operation of interface.md §4 a request names, or why it names none. */
export type Route =
  | { readonly kind: 'show'; readonly code: string; readonly search: URLSearchParams }
  | { readonly kind: 'refund'; readonly id: string }
  | {
      readonly kind: 'none'
      readonly status: 400 | 404 | 405
      readonly message: string
      readonly allow?: string
    }
