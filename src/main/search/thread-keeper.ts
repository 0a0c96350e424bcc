import type { CopyViewer } from '../copies/cache-rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { Clock } from '../scheduling/clock'
import type { Preparation } from './copy-searcher'
import { type OpenThread, openThread } from './open-thread'
import type { SearchReply, SearchRequest } from './search-messages'
import type { StartThread } from './search-thread'

export type ThreadDeps = {
  readonly startThread: StartThread
  readonly copies: Pick<SavedCopies, 'forSearch' | 'foundDamaged'>
  readonly clock: Clock
  readonly prepared: (preparation: Preparation) => void
}

/** The one thread over the saved copies. There are never two: each rests on being told of every change. */
export type ThreadKeeper = {
  /**
   * Asks the thread for whoever's credentials hold now, opening it if need be; it is let go of a minute after the
   * last time. Null when there are no copies at all.
   */
  readonly search: (
    makeRequest: (viewer: CopyViewer) => SearchRequest,
    newest: () => number,
  ) => Promise<SearchReply | null>
  /** The same ahead of any search: a thread that is opened for it alone stays until `drop` or `dropUnsearched`. */
  readonly ahead: (request: SearchRequest) => Promise<SearchReply | null>
  /** Whether somebody searched a moment ago. */
  readonly isSearched: () => boolean
  readonly drop: () => void
  /** Ends the thread unless a search is waiting for its minute to pass. */
  readonly dropUnsearched: () => void
  /** Does something to the file that nobody may be reading: ends the thread first, and opens none meanwhile. */
  readonly whileClosed: <T>(work: () => Promise<T>) => Promise<T>
  /** Ends the thread for good and resolves when nothing of it is left. */
  readonly close: () => Promise<void>
}

/** How long the thread is kept after the last search, in milliseconds. */
const idleTime = 60 * 1000
/** Somebody who types on waits no longer than this between two searches, in milliseconds. */
const moment = 2000

export function makeThreadKeeper({ startThread, copies, clock, prepared }: ThreadDeps): ThreadKeeper {
  let open: OpenThread | null = null
  let ending: Promise<unknown> = Promise.resolve()
  let callOff: () => void = () => undefined
  let closed = false
  let searching = 0
  let searchedAt: number | null = null

  function drop(): void {
    callOff()
    searchedAt = null
    const ended = open?.end()
    open = null
    if (ended !== undefined) ending = Promise.all([ending, ended])
  }

  function rest(): void {
    callOff()
    searchedAt = clock.now()
    callOff = clock.after(idleTime, () => (searching > 0 ? rest() : drop()))
  }

  /** The thread, for the credentials of this moment. */
  async function opened(): Promise<{ readonly thread: OpenThread; readonly viewer: CopyViewer } | null> {
    const place = await copies.forSearch()
    if (place === null) return null
    const { folder, key, viewer } = place
    while (!closed) {
      if (open?.credentials === viewer.credentials) return { thread: open, viewer }
      drop()
      // What the one before keeps at its last moment, the next one would never hear of.
      const last = ending
      await last
      if (!closed && open === null && ending === last)
        open = openThread(startThread, { folder, key, credentials: viewer.credentials }, prepared)
    }
    return null
  }

  return {
    drop,
    dropUnsearched: () => (searchedAt === null ? drop() : undefined),
    isSearched: () => searching > 0 || (searchedAt !== null && Math.abs(clock.now() - searchedAt) < moment),
    whileClosed(work) {
      drop()
      const done = ending.then(work)
      ending = Promise.all([ending, done.catch(() => undefined)])
      return done
    },
    async close() {
      closed = true
      drop()
      await ending
    },
    async search(makeRequest, newest) {
      const place = await opened()
      if (place === null) return null
      rest()
      place.thread.setNewest(newest())
      searching += 1
      try {
        return await place.thread.ask(makeRequest(place.viewer))
      } finally {
        searching -= 1
      }
    },
    async ahead(request) {
      const place = await opened()
      return place === null ? null : place.thread.ask(request)
    },
  }
}
