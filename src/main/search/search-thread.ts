import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { SearchStart, ThreadMessage, ThreadOrder } from './search-messages'

/** The search's thread as the main process holds it. */
export type SearchThread = {
  readonly post: (order: ThreadOrder) => void
  /**
   * Lets it end by itself, and resolves when nothing of it is left: its memory and its hold on cache.db are gone.
   * One that hangs is not waited for.
   */
  readonly end: () => Promise<void>
}

export type ThreadListeners = {
  readonly told: (message: ThreadMessage) => void
  /** It is no more, by `end` or by a fault of its own, of which it says what it can. */
  readonly ended: (cause: string) => void
}

export type StartThread = (start: SearchStart, listeners: ThreadListeners) => SearchThread

/** Far longer than what a thread does in one go, in milliseconds. */
const patience = 5000

/** Starts threads from the bundle of copy-search-thread.ts. */
export function threadsFrom(file: string): StartThread {
  return (start, { told, ended }) => {
    // Nothing of how the main process itself was started belongs in the thread.
    const worker = new Worker(file, { workerData: start, execArgv: [], name: 'copy search' })
    let cause = ''
    worker.on('message', told)
    worker.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error)
    })
    const gone = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        ended(cause)
        resolve()
      })
    })
    worker.unref()
    return {
      post: (order) => worker.postMessage(order),
      // Never from outside: libsql ends the whole process when a thread is stopped in the middle of a query.
      async end() {
        worker.postMessage('end')
        const late = new AbortController()
        const given = pause(patience, undefined, { ref: false, signal: late.signal }).catch(() => undefined)
        await Promise.race([gone, given])
        late.abort()
      },
    }
  }
}
