/**
 * The queue of codes, in the file of the saved copies (copies/cache-file.ts). A row holds some hundreds of sealed codes,
 * and the outcome of each as a plain letter. Codes belong to the service's address at which they were taken. Never fails:
 * without credentials or a keychain the queue is empty.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import {
  type CodeEnd,
  codeEnds,
  type MissedCode,
  type OutageCounts,
  outageCountsSchema,
} from '../../shared/lookup/outage'
import { codeKinds, codeOf, kindsToTry } from '../../shared/payment/codes'
import { blob, type CacheFile, type CopyViewer, openSealed, type Rows } from '../copies/rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { Clock } from '../system/clock'
import { inTransaction } from '../system/database'
import { blindIndex, seal } from '../system/sealing'

const listSchema = z.object({
  name: z.string(),
  takenAt: z.number(),
  match: z.enum(['automatic', ...codeKinds]),
  codes: z.array(z.string()).readonly(),
})
/** A queued list, with times in milliseconds since 1970. */
type TakenList = z.infer<typeof listSchema>
const listRow = z.object({ number: z.number(), ends: blob, sealed: blob })

/** Sealed and written at once, in some milliseconds. */
const codesInRow = 200
const place = 'wanted codes'
const noCodes: OutageCounts = { waiting: 0, found: 0, saved: 0, not_found: 0, unread: 0 }
/** Returns the letter that a row holds for an outcome. */
const letterOf = (end: CodeEnd): string => end.charAt(0)
const [waiting, notFound, unread] = [letterOf('waiting'), letterOf('not_found'), letterOf('unread')]

/** The rows of one service's queue. Everything may throw. */
function makeListRows({ database, key }: CacheFile, { address }: CopyViewer) {
  const addressIndex = blindIndex(key, 'wanted address', address)
  const takenListIndex = (stamp: string) => blindIndex(key, 'taken list', `${address}\0${stamp}`)
  return {
    seal: (some: TakenList) => seal(key, JSON.stringify(some), place),
    add: (sealed: Buffer, count: number, watched: boolean) =>
      database
        .prepare('INSERT INTO wanted_codes (address, watched, ends, sealed) VALUES (?, ?, ?, ?)')
        .run([addressIndex, Number(watched), waiting.repeat(count), sealed]),
    setEnd: (number: number, at: number, end: CodeEnd) =>
      database
        .prepare('UPDATE wanted_codes SET ends = substr(ends, 1, ?) || ? || substr(ends, ?) WHERE number = ?')
        .run([at, letterOf(end), at + 2, number]),
    dropAll: () => database.prepare('DELETE FROM wanted_codes WHERE address = ?').run([addressIndex]),
    dropWatched: () =>
      database.prepare('DELETE FROM wanted_codes WHERE address = ? AND watched = 1').run([addressIndex]),
    first(condition: string) {
      const found = database
        .prepare(`SELECT CAST(number AS INTEGER) AS number, CAST(ends AS BLOB) AS ends, CAST(sealed AS BLOB) AS sealed
          FROM wanted_codes WHERE address = ? AND ${condition} ORDER BY number LIMIT 1`)
        .get([addressIndex])
      if (found === undefined) return null
      const { number, ends, sealed } = listRow.parse(found)
      return { number, ends: ends.toString('latin1'), list: listSchema.parse(openSealed(key, sealed, place)) }
    },
    counts(): OutageCounts {
      const sums = codeEnds.map((end) => {
        const others = `replace(ends, '${letterOf(end)}', '')`
        return `CAST(total(length(ends) - length(${others})) AS INTEGER) AS ${end}`
      })
      return outageCountsSchema.parse(
        database.prepare(`SELECT ${sums} FROM wanted_codes WHERE address = ?`).get([addressIndex]),
      )
    },
    isTaken: (stamp: string): boolean =>
      database
        .prepare("SELECT 1 FROM facts WHERE name = 'taken_list' AND value = ?")
        .get([takenListIndex(stamp)]) !== undefined,
    noteTaken: (stamp: string) =>
      database
        .prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('taken_list', ?)")
        .run([takenListIndex(stamp)]),
  }
}

type Use<T> = (rows: ReturnType<typeof makeListRows>, viewer: CopyViewer, copies: Rows) => T

/** Returns when the newest copy with this very code was saved: to some services other capitals are another payment. */
function savedAt(copies: Rows, viewer: CopyViewer, code: string, match: TakenList['match']): number | null {
  const times = kindsToTry(code, match).flatMap((kind) => {
    const copy = copies.find(viewer, kind, code)
    return copy !== null && codeOf(copy.record, kind) === code ? copy.savedAt : []
  })
  return times.length === 0 ? null : Math.max(...times)
}

export type Queue = ReturnType<typeof makeQueue>
/** The place of a code: its row, and where it stands in that, from 0. */
type Place = { readonly number: number; readonly at: number }
const beforeAll: Place = { number: 0, at: -1 }
/** The next code, its place, whose it is, and what became of it within the hour; null for nothing. */
export type NextCode = Pick<TakenList, 'match'> &
  Place & { readonly credentials: string; readonly code: string; readonly known: CodeEnd | null }

const freshMs = 60 * 60 * 1000
/**
 * Whether a code is not asked for again, after so long: a store may write its list anew every few minutes. A copy from
 * ahead of the clock is of unknown age.
 */
const isFresh = (age: number) => age >= 0 && age < freshMs

type WantedCode = Pick<NextCode, 'credentials' | 'match' | 'code'>
const nameOf = ({ credentials, match, code }: WantedCode) => `${credentials} ${match} ${code}`

/** Makes the queue of codes, sealed in `cache.db`. Without the file it is empty and takes nothing. */
export function makeQueue(copies: Pick<SavedCopies, 'work'>, clock: Pick<Clock, 'now' | 'monotonic'>) {
  const work = <T>(use: Use<T>, otherwise: T): Promise<T> =>
    copies.work<T>(
      (rows, viewer) =>
        inTransaction(rows.file.database, () => use(makeListRows(rows.file, viewer), viewer, rows)),
      otherwise,
    )

  /** The codes up to here have been passed over. */
  let passed: Place = beforeAll

  /** Codes without a record, oldest first, and since when, by the monotonic clock. */
  const missed = new Map<string, { readonly end: CodeEnd; readonly at: number }>()

  function missedNow(code: WantedCode): CodeEnd | null {
    const now = clock.monotonic()
    for (const [name, { at }] of missed) {
      if (isFresh(now - at)) break
      missed.delete(name)
    }
    return missed.get(nameOf(code))?.end ?? null
  }

  const nextBehind = ({ number, at: last }: Place) =>
    work<NextCode | null>((rows, viewer, saved) => {
      const others = `substr(ends, iif(number = ${number}, ${last + 2}, 1))`
      const row = rows.first(`number >= ${number} AND instr(${others}, '${waiting}') > 0`)
      if (row === null) return null
      const { codes, match } = row.list
      const at = row.ends.indexOf(waiting, row.number === number ? last + 1 : 0)
      const code = codes[at]
      if (code === undefined) throw new Error('A row has more outcomes than codes')
      const { credentials } = viewer
      const copiedAt = savedAt(saved, viewer, code, match)
      const isSaved = copiedAt !== null && isFresh(clock.now() - copiedAt)
      const known = isSaved ? 'saved' : missedNow({ credentials, match, code })
      return { number: row.number, at, code, match, known, credentials }
    }, null)

  return {
    /**
     * Queues a whole list, or none of it and returns false. Drops the lists before it if none of their codes waits.
     * @param stamp identifies a file of the watched folder, which counts as taken from then on and replaces the one before:
     * a store's system may write the list anew every few minutes
     */
    async take(list: TakenList, stamp: string | null): Promise<boolean> {
      passed = beforeAll
      // Whoever gives a list by hand wants every code asked for.
      if (stamp === null) missed.clear()
      const parts: { readonly sealed: Buffer; readonly count: number }[] = []
      for (let from = 0; from < list.codes.length; from += codesInRow) {
        const codes = list.codes.slice(from, from + codesInRow)
        const sealed = await work<Buffer | null>((rows) => rows.seal({ ...list, codes }), null)
        if (sealed === null) return false
        parts.push({ sealed, count: codes.length })
        await nextTurn()
      }
      return work((rows) => {
        if (rows.counts().waiting === 0) rows.dropAll()
        if (stamp !== null) rows.dropWatched()
        for (const { sealed, count } of parts) rows.add(sealed, count, stamp !== null)
        if (stamp !== null) rows.noteTaken(stamp)
        return true
      }, false)
    },
    /** Returns the next code; null when none waits. Those passed over come again behind the others. */
    async next(): Promise<NextCode | null> {
      const found = await nextBehind(passed)
      if (found !== null || passed === beforeAll) return found
      passed = beforeAll
      return nextBehind(passed)
    },
    /** Passes a code over, with those before it. */
    passOver(code: Place): void {
      passed = code
    },
    /**
     * Notes the outcome of a code, unless it was dropped or the token changed: the copy of an answer to the token before is
     * not to be seen with this one. A found code without a copy counts as unread. Returns false when the note could not be
     * written. A code without a note is next again.
     */
    settle: (settled: NextCode, end: CodeEnd) =>
      work((rows, viewer, saved) => {
        const { number, at, code, match, credentials } = settled
        if (viewer.credentials !== credentials) return true
        const isLost =
          end === 'found' && kindsToTry(code, match).every((kind) => !saved.find(viewer, kind, code))
        rows.setEnd(number, at, isLost ? 'unread' : end)
        const isNews = settled.known === null && (end === 'not_found' || end === 'unread')
        if (isNews) missed.set(nameOf(settled), { end, at: clock.monotonic() })
        return true
      }, false),
    counts: () => work((rows) => rows.counts(), noCodes),
    /** Returns at most `max` codes without a record. */
    async missed(max: number): Promise<readonly MissedCode[]> {
      const missed: MissedCode[] = []
      const holds = `instr(ends, '${notFound}') + instr(ends, '${unread}') > 0`
      for (let after = 0; missed.length < max; await nextTurn()) {
        const row = await work((rows) => rows.first(`${holds} AND number > ${after}`), null)
        if (row === null) break
        const { name, takenAt, codes } = row.list
        const imported = new Date(takenAt).toISOString()
        for (const [at, code] of codes.entries()) {
          const end = row.ends.charAt(at)
          const why = end === notFound ? 'not_found' : 'unread'
          if (end === notFound || end === unread) missed.push({ code, list: name, imported, why })
        }
        after = row.number
      }
      return missed.slice(0, max)
    },
    clear: () => work((rows) => void rows.dropAll(), undefined),
    /** Whether this file, unchanged, was taken last (read-list.ts). */
    isTaken: (stamp: string) => work((rows) => rows.isTaken(stamp), false),
  }
}
