/**
 * The codes that are looked up before an outage, in the file of the saved copies (copies/cache-file.ts): some hundreds of a
 * list are sealed in one row, beside which stands in the clear what became of each. They belong to the address of the
 * service that they were given for. Without credentials or a keychain there is no queue, and nothing here fails.
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
import { codeKinds, kindsToTry } from '../../shared/payment/scan-code'
import { blob, type CacheFile, type CopyViewer, opened, type Rows } from '../copies/rows'
import type { SavedCopies } from '../copies/saved-copies'
import { inTransaction } from '../system/database'
import { blindIndex, seal } from '../system/sealing'

const listSchema = z.object({
  name: z.string(),
  takenAt: z.number(),
  madeAt: z.number(),
  match: z.enum(['automatic', ...codeKinds]),
  codes: z.array(z.string()).readonly(),
})
/** A list as somebody gave it, with times in milliseconds since 1970. */
export type TakenList = z.infer<typeof listSchema>
const listRow = z.object({ number: z.number(), ends: blob, sealed: blob })

/** Read, sealed and written together: some milliseconds. */
const codesInRow = 200
const noCodes: OutageCounts = { waiting: 0, found: 0, saved: 0, not_found: 0, unread: 0 }
/** What became of a code, as a row holds it for each of its codes. */
const letterOf = (end: CodeEnd): string => end.charAt(0)
const [waiting, notFound, unread] = [letterOf('waiting'), letterOf('not_found'), letterOf('unread')]

/** The rows of one service's queue. All of it may throw. */
function makeListRows({ database, key }: CacheFile, { address }: CopyViewer) {
  const whose = blindIndex(key, 'wanted address', address)
  const place = `wanted codes ${whose.toString('hex')}`
  const takenFile = (stamp: string) => blindIndex(key, 'taken list', `${address}\0${stamp}`)
  return {
    seal: (some: TakenList) => seal(key, JSON.stringify(some), place),
    add: (sealed: Buffer, count: number) =>
      database
        .prepare('INSERT INTO wanted_codes (address, ends, sealed) VALUES (?, ?, ?)')
        .run([whose, waiting.repeat(count), sealed]),
    setEnd: (number: number, at: number, end: CodeEnd) =>
      database
        .prepare(`UPDATE wanted_codes SET ends = substr(ends, 1, ?) || ? || substr(ends, ?)
          WHERE number = ? AND address = ?`)
        .run([at, letterOf(end), at + 2, number, whose]),
    dropAll: () => database.prepare('DELETE FROM wanted_codes WHERE address = ?').run([whose]),
    first(condition: string) {
      const found = database
        .prepare(`SELECT CAST(number AS INTEGER) AS number, CAST(ends AS BLOB) AS ends, CAST(sealed AS BLOB) AS sealed
          FROM wanted_codes WHERE address = ? AND ${condition} ORDER BY number LIMIT 1`)
        .get([whose])
      if (found === undefined) return null
      const { number, ends, sealed } = listRow.parse(found)
      return { number, ends: ends.toString('latin1'), list: listSchema.parse(opened(key, sealed, place)) }
    },
    counts(): OutageCounts {
      const sums = codeEnds.map((end) => {
        const others = `replace(ends, '${letterOf(end)}', '')`
        return `CAST(total(length(ends) - length(${others})) AS INTEGER) AS ${end}`
      })
      return outageCountsSchema.parse(
        database.prepare(`SELECT ${sums} FROM wanted_codes WHERE address = ?`).get([whose]),
      )
    },
    isTaken: (stamp: string): boolean =>
      database
        .prepare("SELECT 1 FROM facts WHERE name = 'taken_list' AND value = ?")
        .get([takenFile(stamp)]) !== undefined,
    noteTaken: (stamp: string) =>
      database
        .prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('taken_list', ?)")
        .run([takenFile(stamp)]),
  }
}

type Use<T> = (rows: ReturnType<typeof makeListRows>, viewer: CopyViewer, copies: Rows) => T

/** When the newest saved copy with this code was saved; null when there is none. */
function savedAt(copies: Rows, viewer: CopyViewer, code: string, match: TakenList['match']) {
  const times = kindsToTry(code, match).flatMap((kind) => copies.find(viewer, kind, code)?.savedAt ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

export type Queue = ReturnType<typeof makeQueue>
/** A code whose turn it is, where it stands, and when a copy of it was saved: null for never. */
export type NextCode = Pick<TakenList, 'match' | 'madeAt'> & {
  readonly number: number
  readonly at: number
  readonly code: string
  readonly savedAt: number | null
}

export function makeQueue(copies: Pick<SavedCopies, 'work'>) {
  const work = <T>(use: Use<T>, otherwise: T): Promise<T> =>
    copies.work<T>(
      (rows, viewer) =>
        inTransaction(rows.file.database, () => use(makeListRows(rows.file, viewer), viewer, rows)),
      otherwise,
    )

  return {
    /**
     * Takes a list whole, or not at all: false. Where nothing waits any more, what became of the lists before it goes.
     * @param stamp by which its file is known to be taken from then on
     */
    async take(list: TakenList, stamp: string | null): Promise<boolean> {
      const parts: { readonly sealed: Buffer; readonly count: number }[] = []
      // What was sealed for another address would not open here.
      const whose = new Set<string>()
      for (let from = 0; from < list.codes.length; from += codesInRow) {
        const codes = list.codes.slice(from, from + codesInRow)
        const sealed = await work<Buffer | null>((rows, { address }) => {
          whose.add(address)
          return rows.seal({ ...list, codes })
        }, null)
        if (sealed === null) return false
        parts.push({ sealed, count: codes.length })
        await nextTurn()
      }
      return work((rows, { address }) => {
        if (whose.add(address).size > 1) return false
        if (rows.counts().waiting === 0) rows.dropAll()
        for (const { sealed, count } of parts) rows.add(sealed, count)
        if (stamp !== null) rows.noteTaken(stamp)
        return true
      }, false)
    },
    /** The code whose turn it is; null when none waits. */
    next: () =>
      work<NextCode | null>((rows, viewer, saved) => {
        const row = rows.first(`instr(ends, '${waiting}') > 0`)
        if (row === null) return null
        const { codes, match, madeAt } = row.list
        const at = row.ends.indexOf(waiting)
        const code = codes[at]
        if (code === undefined) throw new Error('A row tells of a code that it does not hold')
        return { number: row.number, at, code, match, madeAt, savedAt: savedAt(saved, viewer, code, match) }
      }, null),
    /**
     * Notes what became of a code, unless it was dropped or the service is another one meanwhile. One that was found and
     * yet is not among the copies could not be read. False when the disk does not take the note: it is next again.
     */
    settle: ({ number, at, code, match }: NextCode, end: CodeEnd) =>
      work((rows, viewer, saved) => {
        const isLost = end === 'found' && savedAt(saved, viewer, code, match) === null
        rows.setEnd(number, at, isLost ? 'unread' : end)
        return true
      }, false),
    counts: () => work((rows) => rows.counts(), noCodes),
    /** The codes that brought no record, at most so many. */
    async missed(most: number): Promise<readonly MissedCode[]> {
      const missed: MissedCode[] = []
      const holds = `instr(ends, '${notFound}') + instr(ends, '${unread}') > 0`
      for (let after = 0; missed.length < most; await nextTurn()) {
        const row = await work((rows) => rows.first(`${holds} AND number > ${after}`), null)
        if (row === null) break
        const { name, takenAt, codes } = row.list
        const imported = new Date(takenAt).toISOString()
        for (const [at, code] of codes.entries()) {
          const end = row.ends.charAt(at)
          if (end === notFound) missed.push({ code, list: name, imported, why: 'not_found' })
          if (end === unread) missed.push({ code, list: name, imported, why: 'unread' })
        }
        after = row.number
      }
      return missed.slice(0, most)
    },
    clear: () => work((rows) => void rows.dropAll(), undefined),
    /** Whether this is the file that was taken last, as it is now (read-list.ts). */
    isTaken: (stamp: string) => work((rows) => rows.isTaken(stamp), false),
  }
}
