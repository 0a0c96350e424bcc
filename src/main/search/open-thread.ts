import type { Preparation } from './copy-searcher'
import { type NumberedRequest, type SearchReply, type SearchRequest, signalAt } from './search-messages'
import type { SearchThread, StartThread } from './search-thread'

/** What the thread is opened for: one file, and the credentials of whoever searches it. */
export type SearchPlace = { readonly folder: string; readonly key: Buffer; readonly credentials: string }

/** One thread at work. Whatever is not answered when it ends is answered as failed. */
export type OpenThread = {
  readonly credentials: string
  /** Lets every search but this one stop. */
  readonly setNewest: (search: number) => void
  readonly ask: (request: SearchRequest) => Promise<SearchReply>
  readonly end: () => Promise<void>
}

export function openThread(
  start: StartThread,
  { folder, key, credentials }: SearchPlace,
  prepared: (preparation: Preparation) => void,
): OpenThread {
  const signals = new Int32Array(new SharedArrayBuffer(8))
  const waiting = new Map<number, (reply: SearchReply) => void>()
  let asked = 0
  let over: string | null = null

  const gone = (): SearchReply => ({
    kind: 'failed',
    fault: { kind: 'unavailable', detail: over || 'The search was ended' },
  })
  function giveUp(cause: string): void {
    over = cause
    for (const answer of waiting.values()) answer(gone())
    waiting.clear()
  }
  const thread: SearchThread = start(
    { folder, key: Uint8Array.from(key), signals },
    {
      told(message) {
        if (message.kind === 'preparing') {
          prepared(message.preparation)
          return
        }
        waiting.get(message.number)?.(message.reply)
        waiting.delete(message.number)
      },
      ended: giveUp,
    },
  )
  return {
    credentials,
    setNewest: (search) => {
      Atomics.store(signals, signalAt.newest, search)
    },
    ask(request) {
      if (over !== null) return Promise.resolve(gone())
      asked += 1
      const message: NumberedRequest = { number: asked, request }
      return new Promise((resolve) => {
        waiting.set(message.number, resolve)
        thread.post(message)
      })
    },
    end() {
      Atomics.store(signals, signalAt.ending, 1)
      giveUp('')
      return thread.end()
    },
  }
}
