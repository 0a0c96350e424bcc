import type { Fault, FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { CopyOwner } from '../lookup/cache-rows'
import type { SavedCopies } from '../lookup/saved-copies'
import type { Clock } from '../refund/clock'
import type { ListedCopy, Preparation, SearchAnswer, SearchOrder } from './copy-searcher'
import { type OpenThread, openThread } from './open-thread'
import type { SearchReply, SearchRequest } from './search-messages'
import type { StartThread } from './search-thread'

type NotSearchable = FaultOf<'copies_not_searchable'>
/** A search as the window asks for it: its own number, not yet whose it is. */
export type WantedSearch = Omit<SearchOrder, 'owner'>

/**
 * The search over the saved copies (design.md, "Facts that were measured"): in a thread that is opened with the
 * first search and let go of a minute after the last one. It sees what the present credentials may see.
 */
export type CopySearch = {
  /** Null when a newer search has come meanwhile. */
  readonly search: (wanted: WantedSearch) => Promise<Result<SearchAnswer | null, NotSearchable>>
  /** More rows of the newest search; null when the number is of another one. */
  readonly matches: (
    search: number,
    from: number,
    count: number,
  ) => Promise<Result<readonly ListedCopy[] | null, NotSearchable>>
  /** Does something to the file that nobody may be reading: ends the thread first, searches wait. */
  readonly whileClosed: <T>(work: () => Promise<T>) => Promise<T>
  /** The file is about to be thrown away, at once. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

type Parts = {
  readonly startThread: StartThread
  readonly copies: Pick<SavedCopies, 'forSearch' | 'foundDamaged'>
  readonly clock: Clock
  readonly prepared: (preparation: Preparation) => void
}

/** How long the thread is kept after the last search, in milliseconds. */
const idleTime = 60 * 1000

const nothingSaved: SearchAnswer = { total: 0, rows: [], saved: { count: 0, oldest: null } }

/** The one thread: opened when it is needed, ended when it idles or its credentials are no longer the present. */
function makeThreadKeeper({ startThread, copies, clock, prepared }: Parts) {
  let open: OpenThread | null = null
  let ending: Promise<unknown> = Promise.resolve()
  let callOff: () => void = () => undefined

  function drop(): void {
    callOff()
    const ended = open?.end()
    open = null
    if (ended !== undefined) ending = Promise.all([ending, ended])
  }

  function rest(): void {
    callOff()
    callOff = clock.after(idleTime, () => (open?.isBusy() === true ? rest() : drop()))
  }

  return {
    drop,
    async ended(): Promise<void> {
      drop()
      await ending
    },
    /** Asks the thread for whoever's credentials hold now. Null when there are no copies at all. */
    async ask(makeRequest: (owner: CopyOwner) => SearchRequest, newest: () => number) {
      const place = await copies.forSearch()
      if (place === null) return null
      const { folder, key, owner } = place
      if (open !== null && open.credentials !== owner.credentials) drop()
      open ??= openThread(startThread, { folder, key, credentials: owner.credentials }, prepared)
      rest()
      open.setNewest(newest())
      return open.ask(makeRequest(owner))
    },
  }
}

export function makeCopySearch(parts: Parts): CopySearch {
  const keeper = makeThreadKeeper(parts)
  let closed = false
  let held: Promise<unknown> = Promise.resolve()
  /** The newest search, and its own number here: a window that was loaded again counts from 1. */
  let newest: { readonly turn: number; readonly wanted: WantedSearch } | null = null
  let turns = 0

  /** A file that turns out damaged is thrown away and made anew, like everywhere; then it is asked once more. */
  async function ask(request: (owner: CopyOwner) => SearchRequest): Promise<SearchReply | null> {
    await held
    if (closed) return null
    const reply = await keeper.ask(request, () => turns)
    if (reply?.kind !== 'failed') return reply
    keeper.drop()
    if (reply.fault.kind !== 'damaged') return reply
    await parts.copies.foundDamaged(reply.fault.detail)
    return keeper.ask(request, () => turns)
  }

  async function run(turn: number, wanted: WantedSearch): ReturnType<CopySearch['search']> {
    const reply = await ask((owner) => ({ kind: 'search', order: { ...wanted, search: turn, owner } }))
    if (turn !== turns) return succeed(null)
    if (reply === null) return succeed(nothingSaved)
    return reply.kind === 'found' ? succeed(reply.answer) : notSearchable(reply)
  }

  return {
    search(wanted) {
      turns += 1
      newest = { turn: turns, wanted }
      return run(turns, wanted)
    },
    async matches(search, from, count) {
      const of = newest
      if (of === null || of.wanted.search !== search) return succeed(null)
      const range = () => ask(() => ({ kind: 'range', search: of.turn, from, count }))
      let reply = await range()
      // The thread was let go of meanwhile: the same search goes before.
      if (reply?.kind === 'listed' && reply.rows === null) {
        const again = await run(of.turn, of.wanted)
        if (!again.ok || again.value === null) return again.ok ? succeed(null) : again
        reply = await range()
      }
      if (reply === null) return succeed(null)
      return reply.kind === 'listed' ? succeed(reply.rows) : notSearchable(reply)
    },
    async whileClosed(work) {
      const ended = keeper.ended()
      const done = ended.then(work)
      held = Promise.all([held, done.catch(() => undefined)])
      return done
    },
    drop: keeper.drop,
    async close() {
      closed = true
      await keeper.ended()
    },
  }
}

function notSearchable(reply: SearchReply): { readonly ok: false; readonly fault: Fault & NotSearchable } {
  const detail = reply.kind === 'failed' ? reply.fault.detail : 'The search answered something else'
  return fail({ kind: 'copies_not_searchable', detail })
}
