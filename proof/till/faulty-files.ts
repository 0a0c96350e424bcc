/**
 * The record's files as a simulated till has them: real files on a disk that fills up, fails at one write, or loses the power
 * there. Every write asks it first, and the power takes along what was not flushed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { recordFolder } from '../../src/main/journal/open-record'
import { type NewRecordFile, openRecordFiles, type RecordFiles } from '../../src/main/journal/record-files'
import type { ProgramLife } from './program-life'

/**
 * `full`: no write works. `fails_once`: the write of that number from now fails, and then all is well.
 * `fails_after`: the same of a flush, but what was to be flushed is on the disk all the same.
 */
export type DiskMood =
  | { readonly kind: 'well' }
  | { readonly kind: 'full' }
  | { readonly kind: 'fails_once' | 'fails_after'; readonly left: number }

export type FaultyDisk = ReturnType<typeof makeFaultyDisk>

export function makeFaultyDisk(folder: string, now: () => number) {
  let mood: DiskMood = { kind: 'well' }
  let fullSince: number | null = null
  let writes = 0
  let refused = 0
  const refusals = new Set<number>()
  const unflushed = new Map<string, { readonly since: number; readonly text: string }[]>()
  function refuse(): 'fails' {
    refused += 1
    refusals.add(now())
    return 'fails'
  }
  return {
    folder,
    setMood(next: DiskMood): void {
      mood = next
      fullSince = next.kind === 'full' ? (fullSince ?? now()) : null
    },
    /** Since when it takes nothing; null while it takes anything. */
    fullSince: (): number | null => fullSince,
    /** The moments in which this run's writes failed: what was seen in them stands in memory until the program tries again. */
    refusals: (): ReadonlySet<number> => refusals,
    refusedWrites: (): number => refused,
    /** Nothing waits in memory any more. */
    allWritten: (): void => refusals.clear(),
    writes: (): number => writes,
    /** Before a write: says whether it fails, and when. A flush alone can fail after it was done. */
    beforeWrite(isFlush: boolean): 'works' | 'fails' | 'fails_after' {
      writes += 1
      if (mood.kind === 'well') return 'works'
      if (mood.kind === 'full') return refuse()
      if (mood.kind === 'fails_after' && !isFlush) return 'works'
      if (mood.left > 0) {
        mood = { kind: mood.kind, left: mood.left - 1 }
        return 'works'
      }
      const { kind } = mood
      mood = { kind: 'well' }
      return kind === 'fails_after' ? 'fails_after' : refuse()
    },
    /** A line was appended to a file and is not flushed yet; null: the file has nothing that is not. */
    setUnflushed(file: string, line: { readonly since: number; readonly text: string } | null): void {
      if (line === null) unflushed.delete(file)
      else unflushed.set(file, [...(unflushed.get(file) ?? []), line])
    },
    /** Since when something waits for a flush; null when nothing does. */
    unflushedSince: (): number | null => [...unflushed.values()].flat().at(0)?.since ?? null,
    /** Whether a line about an attempt does. */
    isInTransaction: (): boolean => [...unflushed.values()].flat().some(({ text }) => / [+-]R-/.test(text)),
  }
}

const diskFault = (what: string) =>
  Object.assign(new Error(`ENOSPC: ${what} (simulated)`), { code: 'ENOSPC' })

/** @param work writes; asked for are the disk and the power before it. */
function write<T>(disk: FaultyDisk, life: ProgramLife, isFlush: boolean, work: () => T): T {
  life.touch()
  const outcome = disk.beforeWrite(isFlush)
  if (outcome === 'fails') throw diskFault('no space left')
  const result = work()
  if (outcome === 'fails_after') throw diskFault('written all the same')
  return result
}

export function faultyFiles(disk: FaultyDisk, life: ProgramLife, now: () => number): RecordFiles {
  const folder = recordFolder(disk.folder)
  const real = openRecordFiles(folder)
  /** Of each file that this program made, what marks all of it as flushed. */
  const settle = new Map<string, () => void>()

  function guarded(name: string, file: NewRecordFile): NewRecordFile {
    let open = true
    let flushed = 0
    let written = 0
    settle.set(name, () => {
      flushed = written
    })
    const close = () => {
      if (open) file.close()
      open = false
      disk.setUnflushed(name, null)
    }
    life.whenEnded(() => {
      const lost = written - flushed
      close()
      if (!life.wasCut() || lost <= 0) return
      // Of what was not flushed some may be there, to the middle of a line.
      const path = join(folder, name)
      writeFileSync(path, readFileSync(path).subarray(0, flushed + (disk.writes() % (lost + 1))))
    })
    return {
      append(text) {
        write(disk, life, false, () => {
          file.append(text)
          written += text.length
          disk.setUnflushed(name, { since: now(), text })
        })
      },
      flush() {
        write(disk, life, true, () => {
          file.flush()
          flushed = written
          disk.setUnflushed(name, null)
        })
      },
      close() {
        life.touch()
        close()
      },
      discard() {
        life.touch()
        if (open) file.discard()
        open = false
        disk.setUnflushed(name, null)
      },
    }
  }

  return {
    ...real,
    names() {
      life.touch()
      return real.names()
    },
    flush(name) {
      write(disk, life, true, () => {
        real.flush(name)
        settle.get(name)?.()
      })
    },
    create: (name) =>
      guarded(
        name,
        write(disk, life, false, () => real.create(name)),
      ),
  }
}

/** The index is real; a dead program's is closed. */
export function indexOf(life: ProgramLife): (file: string) => Database.Database {
  return (file) => {
    life.touch()
    const database = new Database(file)
    life.whenEnded(() => {
      if (database.open) database.close()
    })
    return database
  }
}
