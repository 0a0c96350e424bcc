/**
 * The search's own thread (node:worker_threads): it makes segments in idle moments, holds the saved copies'
 * searchable text in memory while somebody searches, and ends with it. Its bundle is an entry of its own in
 * electron.vite.config.ts.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type Result, succeed } from '../../shared/result'
import { openCacheFile } from '../copies/cache-file'
import { attemptWork, type DatabaseFault } from '../database/open-database'
import { type CopySearcher, makeCopySearcher, type Preparation } from './copy-searcher'
import {
  type SearchReply,
  type SearchRequest,
  type SearchStart,
  signalAt,
  type ThreadMessage,
  type ThreadOrder,
} from './search-messages'
import { makeSegmentRows } from './segment-rows'

/** How often progress is told, in milliseconds. */
const tellEvery = 100

function throttleProgress(tell: (message: ThreadMessage) => void): (preparation: Preparation) => void {
  let nextAt = Date.now() + tellEvery
  return (preparation) => {
    const now = Date.now()
    if (preparation.done === 0) nextAt = Math.max(nextAt, now + tellEvery)
    if (now < nextAt) return
    nextAt = now + tellEvery
    tell({ kind: 'preparing', preparation })
  }
}

/** What answers, and how it lets go of the file. */
type Open = { readonly searcher: CopySearcher; readonly close: () => void }

function openSearcher(
  { folder, key: bytes, signals }: SearchStart,
  tell: (message: ThreadMessage) => void,
): Result<Open, DatabaseFault> {
  const key = Buffer.from(bytes)
  const opened = openCacheFile(folder, key)
  if (!opened.ok) return opened
  const close = () => void attemptWork(() => opened.value.close())
  const rows = attemptWork(() => makeSegmentRows(opened.value, key))
  if (!rows.ok) {
    close()
    return rows
  }
  const isEnding = () => Atomics.load(signals, signalAt.ending) === 1
  const isOver = (search: number) => isEnding() || Atomics.load(signals, signalAt.newest) !== search
  const searcher = makeCopySearcher({ rows: rows.value, isOver, isEnding, prepared: throttleProgress(tell) })
  return succeed({ searcher, close })
}

function answer(open: Result<Open, DatabaseFault>, request: SearchRequest): SearchReply {
  if (!open.ok) return { kind: 'failed', fault: open.fault }
  const { searcher } = open.value
  const done = attemptWork((): SearchReply => {
    switch (request.kind) {
      case 'search':
        return { kind: 'found', answer: searcher.search(request.order) }
      case 'range':
        return { kind: 'listed', rows: searcher.range(request.search, request.from, request.count) }
      case 'make segment':
        return { kind: 'made', made: searcher.makeSegment() }
    }
  })
  return done.ok ? done.value : { kind: 'failed', fault: done.fault }
}

/** Reads what the next search will need, between whatever is asked. */
function makeReader(readOn: () => boolean): () => void {
  let reading = false
  function step(): void {
    // What fails here fails again in the search that needs it, and is answered there.
    const more = attemptWork(readOn)
    reading = more.ok && more.value
    if (reading) setImmediate(step)
  }
  return () => {
    if (!reading) step()
  }
}

function serve(): void {
  const port = parentPort
  if (port === null) throw new Error('This is a thread of the main process')
  const tell = (message: ThreadMessage) => port.postMessage(message)
  // Started by search-thread.ts alone, with just this.
  const open = openSearcher(workerData as SearchStart, tell)
  const readOn = makeReader(() => open.ok && open.value.searcher.readOn())
  port.on('message', (order: ThreadOrder) => {
    if (order === 'end') {
      if (open.ok) open.value.close()
      port.close()
      return
    }
    tell({ kind: 'reply', number: order.number, reply: answer(open, order.request) })
    readOn()
  })
}

serve()
