/**
 * The search's own thread (node:worker_threads): it holds the saved copies' searchable text in memory while
 * somebody searches and ends with it. Its bundle is an entry of its own in electron.vite.config.ts.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { attemptWork } from '../database/open-database'
import { openCacheFile } from '../lookup/cache-file'
import { type CopySearcher, makeCopySearcher, type Preparation } from './copy-searcher'
import type {
  NumberedRequest,
  SearchReply,
  SearchRequest,
  SearchStart,
  ThreadMessage,
} from './search-messages'
import { makeSegmentRows } from './segment-rows'

/** How often progress is told, in milliseconds. */
const tellEvery = 100

function makeTeller(tell: (message: ThreadMessage) => void): (preparation: Preparation) => void {
  let nextAt = Date.now() + tellEvery
  return (preparation) => {
    const now = Date.now()
    if (preparation.done === 0) nextAt = Math.max(nextAt, now + tellEvery)
    if (now < nextAt) return
    nextAt = now + tellEvery
    tell({ kind: 'preparing', preparation })
  }
}

function openSearcher(
  start: SearchStart,
  tell: (message: ThreadMessage) => void,
): CopySearcher | SearchReply {
  const key = Buffer.from(start.key)
  const opened = openCacheFile(start.folder, key)
  if (!opened.ok) return { kind: 'failed', fault: opened.fault }
  const prepared = attemptWork(() => makeSegmentRows(opened.value, key))
  if (!prepared.ok) return { kind: 'failed', fault: prepared.fault }
  const isOver = (search: number) => Atomics.load(start.newest, 0) !== search
  return makeCopySearcher({ rows: prepared.value, isOver, prepared: makeTeller(tell) })
}

function answer(searcher: CopySearcher | SearchReply, request: SearchRequest): SearchReply {
  if ('kind' in searcher) return searcher
  const done = attemptWork((): SearchReply => {
    switch (request.kind) {
      case 'search':
        return { kind: 'found', answer: searcher.search(request.order) }
      case 'range':
        return { kind: 'listed', rows: searcher.range(request.search, request.from, request.count) }
    }
  })
  return done.ok ? done.value : { kind: 'failed', fault: done.fault }
}

function serve(): void {
  const port = parentPort
  if (port === null) throw new Error('This is a thread of the main process')
  const tell = (message: ThreadMessage) => port.postMessage(message)
  // Started by search-host.ts alone, with just this.
  const searcher = openSearcher(workerData as SearchStart, tell)
  port.on('message', ({ number, request }: NumberedRequest) => {
    tell({ kind: 'reply', number, reply: answer(searcher, request) })
  })
}

serve()
