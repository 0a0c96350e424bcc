import { readFileSync } from 'node:fs'
import { writeWholeFile } from '../files/write-whole-file'

/** So many crashes within an hour, of the page or of the whole program, and nothing is opened again by itself. */
export const mostCrashes = 10
const hour = 60 * 60_000

/** Counts crashes across starts: a program that comes back only to crash again must end in a screen that stands still. */
export type CrashCount = {
  /** Whether the program that held this profile before did not end in order. */
  readonly followsCrash: boolean
  /** From here on the program runs: a start that finds no end of it counts a crash. Writes to the disk. */
  readonly begin: () => void
  /** The page crashed just now. */
  readonly note: () => void
  readonly isTooMany: () => boolean
  /** Somebody has seen it and wants to go on: the count begins anew. */
  readonly forget: () => void
  /** The program ends as it should: the next start counts no crash. */
  readonly endedInOrder: () => void
}

type Kept = { readonly crashes: readonly number[]; readonly running: boolean }

/** By hand, as window-place.ts: this runs before the window opens. What cannot be read counts nothing. */
function read(file: string): Kept {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof kept !== 'object' || kept === null) return { crashes: [], running: false }
    const crashes: unknown = Reflect.get(kept, 'crashes')
    return {
      crashes: Array.isArray(crashes) ? crashes.filter(Number.isSafeInteger) : [],
      running: Reflect.get(kept, 'running') === true,
    }
  } catch {
    return { crashes: [], running: false }
  }
}

/**
 * Opens the count in that file. A program that had begun and never said that it ended has crashed, or was killed, or lost
 * its power. Called only by the one program that holds the profile.
 * @param now milliseconds of the wall clock; crashes of the future, of a clock that was set back, count no more.
 */
export function openCrashCount(file: string, now: () => number): CrashCount {
  const before = read(file)
  let crashes = before.running ? [...before.crashes, now()] : before.crashes

  const lately = () => crashes.filter((time) => time <= now() && now() - time < hour)
  function write(running: boolean): void {
    crashes = lately()
    // A disk that takes nothing counts nothing; the window opens all the same.
    writeWholeFile(file, JSON.stringify({ crashes, running } satisfies Kept))
  }

  return {
    followsCrash: before.running,
    begin: () => write(true),
    note() {
      crashes = [...crashes, now()]
      write(true)
    },
    isTooMany: () => lately().length >= mostCrashes,
    forget() {
      crashes = []
      write(true)
    },
    endedInOrder: () => write(false),
  }
}
