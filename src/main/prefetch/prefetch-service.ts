import { stringify } from 'csv-stringify/sync'
import type { FaultOf } from '../../shared/fault'
import type { OutageState } from '../../shared/outage'
import { type Result, succeed } from '../../shared/result'
import type { Retention } from '../../shared/retention'
import type { CopyViewer } from '../copies/cache-rows'
import type { KnownFiles, MissedRow, QueueRows } from '../copies/queue-rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { Line } from '../service/line'
import type { FreshShow, TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import { safeCells } from '../system/save-file'
import type { CashierAtWork } from '../system/signal'
import { makeFetcher } from './fetch-codes'
import { type ListImport, makeListImport } from './list-import'
import type { ListReader } from './list-thread'
import { makePrefetchQueue } from './prefetch-queue'
import { makeFolderWatch } from './watch-folder'

type ListFault = FaultOf<'list_not_taken'>

export type PrefetchDeps = {
  readonly copies: Pick<SavedCopies, 'work' | 'credentialsStamp'>
  readonly payments: TransactionReader
  readonly reader: ListReader
  /** Given every show: it is as fresh as that of any lookup. */
  readonly observe: (show: FreshShow) => void
  readonly connection: Pick<Line, 'read'>
  readonly cashier: Pick<CashierAtWork, 'isGoing' | 'changed'>
  readonly clock: Clock
  /** How long and how many copies are kept. */
  readonly retention: () => Retention
  readonly watchedFolder: () => string
  readonly push: (state: OutageState) => void
  readonly log: (line: string) => void
}

/** Getting ready for an outage: the lists, the codes that wait, the watched folder. */
export type PrefetchService = {
  readonly read: () => Promise<OutageState>
  readonly missed: (most: number) => Promise<readonly MissedRow[]>
  readonly give: ListImport['give']
  /** Fails only when the oversized list cannot be kept; then it waits still. */
  readonly steer: (
    to: 'pause' | 'resume' | 'stop' | 'clear_report' | 'import_oversized' | 'leave_oversized',
  ) => Promise<Result<null, ListFault>>
  /** To be called whenever connection, secrets or settings may have changed. */
  readonly follow: () => void
  /** The copies were forgotten, and the queue with them. */
  readonly forgotten: () => void
  /** Calls off what is being read; resolves when no more is noted of it. */
  readonly close: () => Promise<void>
}

/** Behind everything that the counter needs at its start, in milliseconds. */
const startsAfter = 1000
const toldEvery = 300
const dayMilliseconds = 24 * 60 * 60 * 1000

export function makePrefetchService(deps: PrefetchDeps): PrefetchService {
  const { clock, connection, cashier } = deps
  const queue = makePrefetchQueue(deps.copies)
  const windowEvents = makeThrottle(clock, toldEvery, async () => deps.push(await read()))
  const changed = windowEvents.changed
  const fetcher = makeFetcher({
    ...deps,
    codes: queue,
    isOffline: () => connection.read().state === 'offline',
    cashierAtWork: cashier.isGoing,
    changed,
  })
  const queued = () => {
    fetcher.tell({ kind: 'queued' })
    changed()
  }
  const lists = makeListImport({
    queue,
    reader: deps.reader,
    now: clock.now,
    keeps: () => deps.retention().count,
    changed: queued,
    progressed: changed,
  })
  const folder = makeWatch(deps, lists, changed)
  let stamp: string | null | undefined
  let begun = false

  async function read(): Promise<OutageState> {
    const { missed, ...counts } = await queue.counts(fetcher.work(0).at !== 'working')
    const { total, found, saved, notFound, unread } = counts
    const work = fetcher.work(total - found - saved - notFound - unread)
    return {
      work,
      counts,
      missed,
      importing: lists.importing(),
      oversized: lists.oversized(),
      folder: folder.read(),
    }
  }

  function begin(): void {
    void queue.clearLeftovers().then(() => {
      begun = true
      queued()
      follow()
    })
  }

  function follow(): void {
    if (!begun) return
    if (connection.read().state !== 'offline') fetcher.tell({ kind: 'line_back' })
    folder.follow(deps.watchedFolder())
    void followCredentials()
  }

  /**
   * Address or token are others now: what could not go on with the old ones may go on with these. The first time
   * nobody knows: a list that was given at once can have been stopped, and the token replaced, before it.
   */
  async function followCredentials(): Promise<void> {
    const before = stamp
    stamp = await deps.copies.credentialsStamp()
    if (before === stamp) return
    fetcher.tell({ kind: 'set_up_anew' })
    folder.lookAgain()
    changed()
  }

  /** A lookup can have shown that a renewed token is the same company's: then its lists go on. */
  async function lookForMore(): Promise<void> {
    if (begun && fetcher.work(0).at === 'idle' && (await queue.next()) !== null) queued()
  }

  async function decide(take: boolean): Promise<Result<null, ListFault>> {
    const decided = await lists.decide(take)
    folder.lookAgain()
    return decided === null || decided.ok ? succeed(null) : decided
  }

  const callOffStart = clock.after(startsAfter, begin)
  cashier.changed.on((going) => {
    fetcher.tell({ kind: going ? 'cashier_begins' : 'cashier_done' })
    if (!going) void lookForMore()
  })
  return {
    read,
    missed: queue.missed,
    give: lists.give,
    async steer(to) {
      let done: Result<null, ListFault> = succeed(null)
      if (to === 'pause') fetcher.tell({ kind: 'paused' })
      if (to === 'resume') fetcher.tell({ kind: 'resumed' })
      if (to === 'import_oversized' || to === 'leave_oversized')
        done = await decide(to === 'import_oversized')
      if (to === 'clear_report') await queue.clearReport()
      if (to === 'stop') {
        await queue.stop()
        fetcher.tell({ kind: 'stopped' })
      }
      changed()
      return done
    },
    follow,
    forgotten() {
      lists.forget()
      fetcher.tell({ kind: 'stopped' })
      changed()
    },
    async close() {
      callOffStart()
      folder.stop()
      fetcher.close()
      windowEvents.stop()
      deps.reader.close()
      await folder.settled()
    },
  }
}

function makeWatch(deps: PrefetchDeps, lists: ListImport, changed: () => void) {
  const { copies, clock, log, reader } = deps
  const onRows = <T>(work: (rows: QueueRows, viewer: CopyViewer) => T, otherwise: T) =>
    copies.work<T>((cache, viewer) => cache.queue((rows) => work(rows, viewer), otherwise), otherwise)
  return makeFolderWatch({
    clock,
    log,
    changed,
    oldest: () => clock.now() - deps.retention().days * dayMilliseconds,
    knownFiles: (files) => onRows<KnownFiles | null>((rows, viewer) => rows.knownFiles(viewer, files), null),
    async take({ seen, bytes }, name) {
      const endedBadly = { why: 'ended_badly', line: 0 } as const
      // Noted before it is read: what ends the program here must not end it at every start.
      await onRows((rows, viewer) => rows.refuseFile(viewer, seen, endedBadly), undefined)
      const read = await reader.read(name, bytes)
      if (read !== null && !read.ok) {
        const { why, line } = read.fault
        await onRows((rows, viewer) => rows.refuseFile(viewer, seen, { why, line }), undefined)
        return read
      }
      await onRows((rows, viewer) => rows.takeRefusalBack(viewer, seen), undefined)
      if (read === null) return null
      const { codes, digest } = read.value
      const done = () => onRows((rows, viewer) => rows.rememberFile(viewer, seen, digest), undefined)
      const known = await onRows((rows, viewer) => rows.wasImported(viewer, seen, digest), false)
      if (!known) return lists.take({ name, codes, madeAt: seen.changedAt, done })
      await done()
      return null
    },
  })
}

/**
 * Makes the function to be called at every change: the work is done at the first of them and then once for
 * all that come within `milliseconds`, the last included. One at a time; `stop` ends it.
 */
export function makeThrottle(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  work: () => Promise<void>,
): { readonly changed: () => void; readonly stop: () => void } {
  let state: 'quiet' | 'busy' | 'busy_again' | 'stopped' = 'quiet'
  let callOff: () => void = () => undefined

  function begin(): void {
    state = 'busy'
    void work().finally(() => {
      if (state !== 'stopped') callOff = clock.after(milliseconds, restIsOver)
    })
  }

  function restIsOver(): void {
    if (state === 'busy_again') begin()
    else if (state === 'busy') state = 'quiet'
  }

  return {
    changed() {
      if (state === 'quiet') begin()
      else if (state === 'busy') state = 'busy_again'
    },
    stop() {
      state = 'stopped'
      callOff()
    },
  }
}

const reasons = { not_found: 'not found', unread: 'could not be read' } as const

/** What was not found, as a CSV that can be given back as a list: the codes stand under "code". */
export function reportCsv(rows: readonly MissedRow[]): string {
  const lines = rows.map(({ code, why, list, importedAt }) => [
    code,
    reasons[why],
    list,
    new Date(importedAt).toISOString(),
  ])
  return stringify([['code', 'result', 'list', 'taken'], ...lines], { ...safeCells, quoted_match: /^#/ })
}
