/** Disks that fill up, fail at one write, or lose the power there. faulty-files.ts asks them at every write. */
import type { ProgramLife } from './program-life'

/**
 * `full`: no write works. `fails_once`: the write of that number from now fails, and then all is well.
 * `fails_after`: the same of a flush, but what was to be flushed is on the disk all the same.
 */
export type DiskMood =
  | { readonly kind: 'well' }
  | { readonly kind: 'full' }
  | { readonly kind: 'fails_once' | 'fails_after'; readonly left: number }

export type FaultyDisk = {
  readonly folder: string
  readonly setMood: (mood: DiskMood) => void
  /** The program that uses the disk from now on. */
  readonly giveTo: (life: ProgramLife) => void
  readonly life: () => ProgramLife | null
  /** Before a write: says whether it fails, and when. A flush alone can fail after it was done. */
  readonly beforeWrite: (isFlush: boolean) => 'works' | 'fails' | 'fails_after'
  readonly writes: () => number
  /** Since when it takes nothing; null while it takes anything. */
  readonly fullSince: () => number | null
  /** A line was appended to a file and is not flushed yet; null: the file has nothing that is not. */
  readonly setUnflushed: (
    file: string,
    line: { readonly since: number; readonly text: string } | null,
  ) => void
  /** Since when something waits for a flush; null when nothing does. */
  readonly unflushedSince: () => number | null
  /** Whether a line about an attempt does. */
  readonly isInTransaction: () => boolean
}

export function makeFaultyDisk(folder: string, now: () => number): FaultyDisk {
  let mood: DiskMood = { kind: 'well' }
  let fullSince: number | null = null
  let life: ProgramLife | null = null
  let writes = 0
  const unflushed = new Map<string, { readonly since: number; readonly text: string }[]>()
  const disk: FaultyDisk = {
    folder,
    setMood(next) {
      mood = next
      fullSince = next.kind === 'full' ? (fullSince ?? now()) : null
    },
    giveTo(next) {
      life = next
    },
    life: () => life,
    fullSince: () => fullSince,
    writes: () => writes,
    beforeWrite(isFlush) {
      writes += 1
      if (mood.kind === 'well') return 'works'
      if (mood.kind === 'full') return 'fails'
      if (mood.kind === 'fails_after' && !isFlush) return 'works'
      if (mood.left > 0) {
        mood = { kind: mood.kind, left: mood.left - 1 }
        return 'works'
      }
      const { kind } = mood
      mood = { kind: 'well' }
      return kind === 'fails_after' ? 'fails_after' : 'fails'
    },
    setUnflushed(file, line) {
      if (line === null) unflushed.delete(file)
      else unflushed.set(file, [...(unflushed.get(file) ?? []), line])
    },
    unflushedSince: () => [...unflushed.values()].flat().at(0)?.since ?? null,
    isInTransaction: () => [...unflushed.values()].flat().some(({ text }) => / [+-]R-/.test(text)),
  }
  return disk
}
