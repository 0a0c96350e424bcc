/** What the main process and the search's own thread say to each other. Plain data, both ends ours. */
import type { DatabaseFault } from '../database/open-database'
import type { ListedCopy, Preparation, SearchAnswer, SearchOrder } from './copy-searcher'

/** What the thread is started with. The key lives in memory only, here and there. */
export type SearchStart = {
  readonly folder: string
  readonly key: Uint8Array
  /** One 32-bit number that both sides see: the newest search. An older one stops by itself. */
  readonly newest: Int32Array
}

export type SearchRequest =
  | { readonly kind: 'search'; readonly order: SearchOrder }
  | { readonly kind: 'range'; readonly search: number; readonly from: number; readonly count: number }

export type SearchReply =
  | { readonly kind: 'found'; readonly answer: SearchAnswer | null }
  | { readonly kind: 'listed'; readonly rows: readonly ListedCopy[] | null }
  | { readonly kind: 'failed'; readonly fault: DatabaseFault }

/** Each request is answered once, under its number. */
export type NumberedRequest = { readonly number: number; readonly request: SearchRequest }
export type ThreadMessage =
  | { readonly kind: 'reply'; readonly number: number; readonly reply: SearchReply }
  | { readonly kind: 'preparing'; readonly preparation: Preparation }
