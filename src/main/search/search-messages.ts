/** What the main process and the search's own thread say to each other. Plain data, both ends ours. */
import type { DatabaseFault } from '../database/open-database'
import type { ListedCopy, MadeSegment, Preparation, SearchAnswer, SearchOrder } from './copy-searcher'

/** What the thread is started with. The key lives in memory only, here and there. */
export type SearchStart = {
  readonly folder: string
  readonly key: Uint8Array
  /** Two numbers that both sides see, by `signalAt`. */
  readonly signals: Int32Array
}

/**
 * `newest` is the number of the newest search: an older one stops by itself. `ending` is 1 when whatever is done
 * must stop.
 */
export const signalAt = { newest: 0, ending: 1 } as const

export type SearchRequest =
  | { readonly kind: 'search'; readonly order: SearchOrder }
  | { readonly kind: 'range'; readonly search: number; readonly from: number; readonly count: number }
  | { readonly kind: 'make segment' }

export type SearchReply =
  | { readonly kind: 'found'; readonly answer: SearchAnswer | null }
  | { readonly kind: 'listed'; readonly rows: readonly ListedCopy[] | null }
  | { readonly kind: 'made'; readonly made: MadeSegment }
  | { readonly kind: 'failed'; readonly fault: DatabaseFault }

/** Each request is answered once, under its number; after `end` none is, and the thread ends by itself. */
export type NumberedRequest = { readonly number: number; readonly request: SearchRequest }
export type ThreadOrder = NumberedRequest | 'end'
export type ThreadMessage =
  | { readonly kind: 'reply'; readonly number: number; readonly reply: SearchReply }
  | { readonly kind: 'preparing'; readonly preparation: Preparation }
