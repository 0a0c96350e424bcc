import type { FaultOf } from '../../shared/fault'
import type { GivenList, OutageState } from '../../shared/outage'
import { fail, type Result, succeed } from '../../shared/result'
import type { QueuedCode } from '../copies/queue-rows'
import type { ListReader, ReadList } from './list-thread'
import type { PrefetchQueue } from './prefetch-queue'

type ListFault = FaultOf<'list_not_taken'>

/** A list as it came, from wherever. `madeAt` is in milliseconds since 1970; null when nobody knows. */
export type ListGiven = {
  readonly name: string
  readonly content: Uint8Array
  readonly madeAt: number | null
}

/** A list whose codes are known. */
type ListOfCodes = Pick<ListGiven, 'name' | 'madeAt'> & {
  readonly codes: readonly QueuedCode[]
  /** Called once the list is in the queue, or a person has decided against it. */
  readonly done?: () => Promise<void>
}

type Deps = {
  readonly queue: Pick<PrefetchQueue, 'take'>
  readonly reader: Pick<ListReader, 'read'>
  readonly now: () => number
  /** How many copies this till keeps at most. */
  readonly keeps: () => number
  /** A list was imported, held back or let go. */
  readonly changed: () => void
  /** What `importing` answers has changed. */
  readonly progressed: () => void
}

/** A shorter list is written in less time than a sign takes to be read. */
const longList = 5000

/**
 * Where lists are given. One that is longer than what this till keeps waits until a person has decided: the
 * oldest of its copies would be gone again at once. One oversized list can wait; a second takes its place.
 */
export function makeListImport({ queue, reader, now, keeps, changed, progressed }: Deps) {
  let oversized: ListOfCodes | null = null
  let importing: OutageState['importing'] = null

  /** Writes a list down, and a long one not without a sign. */
  async function write({ name, codes, madeAt }: ListOfCodes): Promise<boolean> {
    const importedAt = now()
    const list = { name, importedAt, madeAt: Math.min(madeAt ?? importedAt, importedAt) }
    const written = await queue.take(list, codes, (done) => {
      if (codes.length < longList) return
      importing = { name, done, of: codes.length }
      progressed()
    })
    importing = null
    return written
  }

  async function enqueue(list: ListOfCodes): Promise<Result<GivenList, ListFault>> {
    const { name, codes } = list
    if (!(await write(list))) return fail({ kind: 'list_not_taken', name, why: 'not_kept', line: 0 })
    await list.done?.()
    changed()
    return succeed({ name, codes: codes.length, oversized: false })
  }

  /** Takes a list that was read, or holds it for a person to decide. */
  async function take(list: ListOfCodes): Promise<Result<GivenList, ListFault>> {
    if (list.codes.length <= keeps()) return enqueue(list)
    oversized = list
    changed()
    return succeed({ name: list.name, codes: list.codes.length, oversized: true })
  }

  return {
    take,
    /** Reads a list that somebody handed over, and takes it. */
    async give({ name, content, madeAt }: ListGiven): Promise<Result<GivenList, ListFault>> {
      const read: Result<ReadList, ListFault> | null = await reader.read(name, content)
      if (read === null) return fail({ kind: 'list_not_taken', name, why: 'not_readable', line: 0 })
      return read.ok ? take({ name, madeAt, codes: read.value.codes }) : read
    },
    /** What a person says about the oversized list; null when none waits any more. */
    async decide(take: boolean): Promise<Result<GivenList, ListFault> | null> {
      const list = oversized
      oversized = null
      if (list === null) return null
      if (take) {
        const taken = await enqueue(list)
        // Nothing is lost: the person can decide again.
        if (!taken.ok) oversized = list
        return taken
      }
      await list.done?.()
      changed()
      return null
    },
    importing: (): OutageState['importing'] => importing,
    oversized: (): OutageState['oversized'] =>
      oversized && { name: oversized.name, codes: oversized.codes.length, kept: keeps() },
    forget() {
      oversized = null
    },
  }
}

export type ListImport = ReturnType<typeof makeListImport>
