/** Disks that fill up, fail at one write, or lose the power there. faulty-libsql.ts asks them at every write. */
import type { ProgramLife } from './program-life'

/**
 * `full`: no write works. `fails_once`: the write of that number from now fails, and then all is well.
 * `fails_after`: the same, but what was to be committed is on the disk all the same.
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
  /** Before a write: says whether it fails, and when. A commit alone can fail after it was done. */
  readonly beforeWrite: (isCommit: boolean) => 'works' | 'fails' | 'fails_after'
  readonly writes: () => number
}

const disks = new Map<string, FaultyDisk>()

/** The disk that a file is on, if it is one of ours. */
export function diskOf(file: string): FaultyDisk | null {
  for (const [folder, disk] of disks) if (file.startsWith(`${folder}/`)) return disk
  return null
}

export function makeFaultyDisk(folder: string): FaultyDisk {
  let mood: DiskMood = { kind: 'well' }
  let life: ProgramLife | null = null
  let writes = 0
  const disk: FaultyDisk = {
    folder,
    setMood(next) {
      mood = next
    },
    giveTo(next) {
      life = next
    },
    life: () => life,
    writes: () => writes,
    beforeWrite(isCommit) {
      writes += 1
      if (mood.kind === 'well') return 'works'
      if (mood.kind === 'full') return 'fails'
      if (mood.kind === 'fails_after' && !isCommit) return 'works'
      if (mood.left > 0) {
        mood = { kind: mood.kind, left: mood.left - 1 }
        return 'works'
      }
      const { kind } = mood
      mood = { kind: 'well' }
      return kind === 'fails_after' ? 'fails_after' : 'fails'
    },
  }
  disks.set(folder, disk)
  return disk
}

export function removeDisk(disk: FaultyDisk): void {
  disks.delete(disk.folder)
}
