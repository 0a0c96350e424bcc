/** The record's files on a disk that can be full, fail once, or fail after it has written. */
import { type NewRecordFile, openRecordFiles, type RecordFiles } from '../record-files'

export type FaultyFiles = RecordFiles & {
  /** How many more calls work before each fails. Infinity is a healthy disk. */
  failAfter: number
  /** Whether it is healthy again after one failed call. */
  failsOnce: boolean
  /** Whether a failed write reaches the disk all the same. */
  takesIt: boolean
  /** Does the work while each call fails, after so many that work. */
  readonly whileFull: <T>(after: number, work: () => T) => T
  /** Files that are held. None is ever made twice, and none is written after it was closed. */
  readonly held: ReadonlySet<string>
}

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

export function makeFaultyFiles(folder: string, real: RecordFiles = openRecordFiles(folder)): FaultyFiles {
  const held = new Set<string>()

  function through(work: () => void): void {
    if (disk.failAfter > 0) {
      disk.failAfter -= 1
      work()
      return
    }
    if (disk.failsOnce) disk.failAfter = Number.POSITIVE_INFINITY
    if (disk.takesIt) work()
    throw full()
  }

  function guarded(name: string, file: NewRecordFile): NewRecordFile {
    const open = (): NewRecordFile => {
      if (!held.has(name)) throw new Error(`${name} is not open any more`)
      return file
    }
    return {
      append: (text) => through(() => open().append(text)),
      flush: () => through(() => open().flush()),
      close() {
        open().close()
        held.delete(name)
      },
      discard() {
        open().discard()
        held.delete(name)
      },
    }
  }

  const disk: FaultyFiles = {
    ...real,
    failAfter: Number.POSITIVE_INFINITY,
    failsOnce: false,
    takesIt: false,
    whileFull(after, work) {
      disk.failAfter = after
      const done = work()
      disk.failAfter = Number.POSITIVE_INFINITY
      return done
    },
    held,
    create(name) {
      let made: NewRecordFile | null = null
      through(() => {
        made = real.create(name)
        held.add(name)
      })
      if (made === null) throw full()
      return guarded(name, made)
    },
  }
  return disk
}
