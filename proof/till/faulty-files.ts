/**
 * The record's files as a simulated till has them: real files, but every write asks the disk first, a dead program's files
 * are closed as a dead process's are, and the power takes along what was not flushed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { recordFolder } from '../../src/main/journal/open-record'
import { type NewRecordFile, openRecordFiles, type RecordFiles } from '../../src/main/journal/record-files'
import type { FaultyDisk } from './faulty-disk'
import type { ProgramLife } from './program-life'

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
