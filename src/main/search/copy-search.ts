import type { Fault, FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { CopyViewer } from '../copies/cache-rows'
import type { ListedCopy, MadeSegment, SearchAnswer, SearchOrder } from './copy-searcher'
import type { SearchReply, SearchRequest } from './search-messages'
import { makeThreadKeeper, type ThreadDeps } from './thread-keeper'

type NotSearchable = FaultOf<'copies_not_searchable'>
/** A search as the window asks for it: its own number, not yet whose it is. */
export type SearchAsked = Omit<SearchOrder, 'viewer'>

/**
 * The search over the saved copies (architecture.md, "Measured facts"): in a thread that is opened with the
 * first search and let go of a minute after the last one. It sees what the present credentials may see. What it
 * reads is made ahead, a segment at a time, when keep-search-ready.ts asks for it.
 */
export type CopySearch = {
  /** Null when a newer search has come meanwhile. */
  readonly search: (asked: SearchAsked) => Promise<Result<SearchAnswer | null, NotSearchable>>
  /** More rows of the newest search; null when the number is of another one. */
  readonly matches: (
    search: number,
    from: number,
    count: number,
  ) => Promise<Result<readonly ListedCopy[] | null, NotSearchable>>
  /** Makes one stale segment ahead of any search. Null when it could not, or there is nothing to search. */
  readonly makeSegment: () => Promise<MadeSegment | null>
  /** No more segments are made for now: ends the thread unless somebody searches. */
  readonly madeSegments: () => void
  /** Whether somebody searched a moment ago. */
  readonly isSearched: () => boolean
  /** Does something to the file that nobody may be reading: ends the thread first, searches wait. */
  readonly whileClosed: <T>(work: () => Promise<T>) => Promise<T>
  /** The file is about to be thrown away, at once. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

const nothingSaved: SearchAnswer = { total: 0, rows: [], saved: { count: 0, oldest: null } }

export function makeCopySearch(deps: ThreadDeps): CopySearch {
  const keeper = makeThreadKeeper(deps)
  /** The newest search, and its own number here: a window that was loaded again counts from 1. */
  let newest: { readonly turn: number; readonly asked: SearchAsked } | null = null
  let turns = 0

  /**
   * A file that turns out damaged is thrown away and made anew, like everywhere. Whatever failed is asked once
   * more: the thread may have been ended under it, for a reason that was another's.
   */
  async function twice(ask: () => Promise<SearchReply | null>): Promise<SearchReply | null> {
    const reply = await ask()
    if (reply?.kind !== 'failed') return reply
    keeper.drop()
    if (reply.fault.kind === 'damaged') await deps.copies.foundDamaged(reply.fault.detail)
    return ask()
  }

  const ask = (request: (viewer: CopyViewer) => SearchRequest) =>
    twice(() => keeper.search(request, () => turns))

  async function run(turn: number, asked: SearchAsked): ReturnType<CopySearch['search']> {
    const order = (viewer: CopyViewer): SearchOrder => ({ ...asked, search: turn, viewer })
    const reply = await ask((viewer) => ({ kind: 'search', order: order(viewer) }))
    if (turn !== turns) return succeed(null)
    if (reply === null) return succeed(nothingSaved)
    return reply.kind === 'found' ? succeed(reply.answer) : notSearchable(reply)
  }

  return {
    search(asked) {
      turns += 1
      newest = { turn: turns, asked }
      return run(turns, asked)
    },
    async matches(search, from, count) {
      const of = newest
      if (of === null || of.asked.search !== search) return succeed(null)
      const range = () => ask(() => ({ kind: 'range', search: of.turn, from, count }))
      let reply = await range()
      // The thread was let go of meanwhile: the same search goes before.
      if (reply?.kind === 'listed' && reply.rows === null) {
        const again = await run(of.turn, of.asked)
        if (!again.ok || again.value === null) return again.ok ? succeed(null) : again
        reply = await range()
      }
      if (reply === null) return succeed(null)
      return reply.kind === 'listed' ? succeed(reply.rows) : notSearchable(reply)
    },
    async makeSegment() {
      const reply = await twice(() => keeper.ahead({ kind: 'make segment' }))
      return reply?.kind === 'made' ? reply.made : null
    },
    madeSegments: keeper.dropUnsearched,
    isSearched: keeper.isSearched,
    whileClosed: keeper.whileClosed,
    drop: keeper.drop,
    close: keeper.close,
  }
}

function notSearchable(reply: SearchReply): { readonly ok: false; readonly fault: Fault & NotSearchable } {
  const detail = reply.kind === 'failed' ? reply.fault.detail : 'The search answered something else'
  return fail({ kind: 'copies_not_searchable', detail })
}
