import { Worker } from 'node:worker_threads'
import type { NumberedRequest, SearchStart, ThreadMessage } from './search-messages'

/** The search's thread as the main process holds it. */
export type SearchThread = {
  readonly post: (message: NumberedRequest) => void
  /** Resolves when nothing of it is left: its memory and its hold on cache.db are gone. */
  readonly end: () => Promise<void>
}

export type ThreadListeners = {
  readonly told: (message: ThreadMessage) => void
  /** It is no more, by `end` or by a fault of its own, of which it says what it can. */
  readonly ended: (cause: string) => void
}

export type StartThread = (start: SearchStart, listeners: ThreadListeners) => SearchThread

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
    worker.on('exit', () => ended(cause))
    worker.unref()
    return {
      post: (message) => worker.postMessage(message),
      end: async () => {
        await worker.terminate()
      },
    }
  }
}
