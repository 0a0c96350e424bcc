import { Worker } from 'node:worker_threads'
import type { FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { fail, type Result, succeed } from '../../shared/result'
import type { CodeMatch } from '../../shared/scan-code'
import type { QueuedCode } from '../copies/queue-rows'
import type { Clock } from '../system/clock'
import { makeTurns } from '../system/signal'

type ListFault = FaultOf<'list_not_taken'>

/** A list as it was read: its codes, and a digest of the bytes they stood in. */
export type ReadList = { readonly codes: readonly QueuedCode[]; readonly digest: string }

/**
 * Reads a list without holding anybody up, one after the other. Null when it was called off: then nothing is known of
 * the list.
 */
export type ListReader = {
  readonly read: (name: string, bytes: Uint8Array) => Promise<Result<ReadList, ListFault> | null>
  /** Ends what is being read and reads no more. */
  readonly close: () => void
}

export type ListLimits = Pick<typeof longestList, 'bytes'> & {
  readonly seconds: number
  readonly megabytes: number
}

type Reply = ListReply | 'called_off' | Extract<ListFault['why'], `too_much_${string}` | 'ended_badly'>

/** Reads each list in a thread of its own from the bundle of code-list-thread.ts, with limits on memory and time. */
export function listReaderFrom(
  file: string,
  clock: Pick<Clock, 'after'>,
  limits: ListLimits = longestList,
): ListReader {
  const turns = makeTurns()
  let closed = false
  let callOff: () => void = () => undefined

  /** Never rejects. Unlike the search's, this thread has no library that minds being stopped from outside. */
  function readInThread(name: string, bytes: Uint8Array): Promise<Reply> {
    return new Promise((resolve) => {
      const own = new Uint8Array(bytes)
      const worker = new Worker(file, {
        workerData: { name, bytes: own },
        transferList: [own.buffer],
        execArgv: [],
        name: 'code list',
        resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
      })
      let ended = false
      const end = (reply: Reply) => {
        if (ended) return
        ended = true
        callOffLimit()
        callOff = () => undefined
        void worker.terminate()
        resolve(reply)
      }
      const callOffLimit = clock.after(limits.seconds * 1000, () => end('too_much_time'))
      callOff = () => end('called_off')
      worker.once('message', end)
      worker.once('error', (error) => end(isOutOfMemory(error) ? 'too_much_memory' : 'ended_badly'))
      worker.once('exit', () => end('ended_badly'))
      worker.unref()
    })
  }

  async function read(name: string, bytes: Uint8Array): Promise<Result<ReadList, ListFault> | null> {
    if (closed) return null
    const refuse = (why: ListFault['why']) => fail({ kind: 'list_not_taken', name, why, line: 0 } as const)
    if (bytes.length > limits.bytes) return refuse('too_large')
    const reply = await readInThread(name, bytes)
    if (reply === 'called_off') return null
    if (typeof reply === 'string') return refuse(reply)
    if (!reply.ok) return reply
    const { match, digest, codes } = reply.value
    return succeed({ digest, codes: codes.split('\n').map((code) => ({ code, match })) })
  }

  return {
    read: (name, bytes) => turns.inTurn(() => read(name, bytes)),
    close() {
      closed = true
      callOff()
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** What the list's thread is started with. */
export type ListOrder = { readonly name: string; readonly bytes: Uint8Array }

/** What it answers, once. The codes are one text, a code a line: a hundred thousand texts would hold the receiver up. */
export type ListReply = Result<
  { readonly match: CodeMatch; readonly digest: string; readonly codes: string },
  FaultOf<'list_not_taken'>
>
