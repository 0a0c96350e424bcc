/**
 * The codes that are looked up before an outage, in the file of the saved copies (copies/cache-file.ts): some hundreds of a
 * list are sealed in one row, with what became of each, and the row counts them in the clear. They belong to the address of
 * the service that they were given for. Without credentials or a keychain there is no queue, and nothing here fails.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import {
  type CodeEnd,
  codeEnds,
  type MissedCode,
  type OutageCounts,
  outageCountsSchema,
} from '../../shared/outage'
import { codeKinds, kindsToTry } from '../../shared/scan-code'
import { blob, type CacheFile, type CopyViewer, opened, type Rows } from '../copies/rows'
import type { SavedCopies } from '../copies/saved-copies'
import { inTransaction } from '../system/database'
import { blindIndex, seal } from '../system/sealing'

const listSchema = z.object({
  name: z.string(),
  takenAt: z.number(),
  madeAt: z.number(),
  match: z.enum(['automatic', ...codeKinds]),
})
/** A list as somebody gave it, with times in milliseconds since 1970. */
export type TakenList = z.infer<typeof listSchema> & { readonly codes: readonly string[] }

const contentSchema = listSchema.extend({
  codes: z.array(z.object({ code: z.string(), end: z.enum(codeEnds) })),
})
type Content = z.infer<typeof contentSchema>
const sealedRow = z.object({ number: z.number(), sealed: blob })
type Values = readonly (number | Buffer)[]

/** Read, sealed and written together: some milliseconds. */
const codesInRow = 200
const noCodes: OutageCounts = { waiting: 0, found: 0, saved: 0, not_found: 0, unread: 0 }

/** The rows of one service's queue. All of it may throw. */
function makeListRows({ database, key }: CacheFile, { address }: CopyViewer) {
  const whose = blindIndex(key, 'wanted address', address)
  const place = `wanted codes ${whose.toString('hex')}`
  const fileOf = (stamp: string) => blindIndex(key, 'taken list', `${address}\0${stamp}`)
  const run = (sql: string, values: Values) => void database.prepare(sql).run([...values])
  return {
    /** A row's values behind its address. */
    valuesOf: (content: Content): Values => [
      ...codeEnds.map((end) => content.codes.filter((each) => each.end === end).length),
      seal(key, JSON.stringify(content), place),
    ],
    add: (values: Values) =>
      run(`INSERT INTO wanted_codes (address, ${codeEnds}, sealed) VALUES (?, ?, ?, ?, ?, ?, ?)`, [
        whose,
        ...values,
      ]),
    change: (number: number, values: Values) =>
      run(
        `UPDATE wanted_codes SET ${[...codeEnds, 'sealed'].map((name) => `${name} = ?`)} WHERE number = ?`,
        [...values, number],
      ),
    dropAll: () => run('DELETE FROM wanted_codes WHERE address = ?', [whose]),
    first(condition: string) {
      const columns = 'CAST(number AS INTEGER) AS number, CAST(sealed AS BLOB) AS sealed'
      const found = database
        .prepare(
          `SELECT ${columns} FROM wanted_codes WHERE address = ? AND ${condition} ORDER BY number LIMIT 1`,
        )
        .get([whose])
      if (found === undefined) return null
      const { number, sealed } = sealedRow.parse(found)
      return { number, content: contentSchema.parse(opened(key, sealed, place)) }
    },
    counts(): OutageCounts {
      const sums = codeEnds.map((end) => `CAST(total(${end}) AS INTEGER) AS ${end}`)
      return outageCountsSchema.parse(
        database.prepare(`SELECT ${sums} FROM wanted_codes WHERE address = ?`).get([whose]),
      )
    },
    isTaken: (stamp: string): boolean =>
      database.prepare("SELECT 1 FROM facts WHERE name = 'taken_list' AND value = ?").get([fileOf(stamp)]) !==
      undefined,
    noteTaken: (stamp: string) =>
      run("INSERT OR REPLACE INTO facts (name, value) VALUES ('taken_list', ?)", [fileOf(stamp)]),
  }
}

type Use<T> = (rows: ReturnType<typeof makeListRows>, viewer: CopyViewer, copies: Rows) => T

/** When the newest saved copy with this code was saved; null when there is none. */
function savedAt(copies: Rows, viewer: CopyViewer, code: string, match: Content['match']) {
  const times = kindsToTry(code, match).flatMap((kind) => copies.find(viewer, kind, code)?.savedAt ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

export type Queue = ReturnType<typeof makeQueue>
/** A code whose turn it is, where it stands, and when a copy of it was saved: null for never. */
export type NextCode = {
  readonly place: { readonly address: string; readonly number: number; readonly at: number }
  readonly code: string
  readonly match: Content['match']
  readonly madeAt: number
  readonly savedAt: number | null
}

export function makeQueue(copies: Pick<SavedCopies, 'work'>) {
  function work<T>(use: Use<T>, otherwise: T): Promise<T> {
    return copies.work<T>(
      (rows, viewer) =>
        inTransaction(rows.file.database, () => use(makeListRows(rows.file, viewer), viewer, rows)),
      otherwise,
    )
  }

  return {
    /**
     * Takes a list whole, or not at all: false. Where nothing waits any more, what became of the lists before it goes.
     * @param stamp by which its file is known to be taken from then on
     */
    async take({ codes, ...list }: TakenList, stamp: string | null): Promise<boolean> {
      const sealed: Values[] = []
      const whose = new Set<string>()
      for (let from = 0; from < codes.length; from += codesInRow) {
        const some = codes.slice(from, from + codesInRow).map((code) => ({ code, end: 'waiting' as const }))
        const isSealed = await work((rows, { address }) => {
          whose.add(address)
          return sealed.push(rows.valuesOf({ ...list, codes: some })) > 0
        }, false)
        if (!isSealed) return false
        await nextTurn()
      }
      return work((rows, { address }) => {
        // Rows that were sealed for another address would not open here.
        if (whose.add(address).size > 1) return false
        if (rows.counts().waiting === 0) rows.dropAll()
        sealed.forEach(rows.add)
        if (stamp !== null) rows.noteTaken(stamp)
        return true
      }, false)
    },
    /** The code whose turn it is; null when none waits. */
    next: () =>
      work<NextCode | null>((rows, viewer, saved) => {
        const row = rows.first('waiting > 0')
        if (row === null) return null
        const { codes, match, madeAt } = row.content
        const at = codes.findIndex(({ end }) => end === 'waiting')
        const code = codes[at]?.code
        if (code === undefined) throw new Error('A row counts a code that it does not hold')
        const place = { address: viewer.address, number: row.number, at }
        return { place, code, match, madeAt, savedAt: savedAt(saved, viewer, code, match) }
      }, null),
    /**
     * Notes what became of a code, unless it was dropped or the service is another one meanwhile. One that was found and
     * yet is not among the copies could not be read. False when the disk does not take the note: it is next again.
     */
    settle: ({ place, code, match }: NextCode, end: CodeEnd) =>
      work((rows, viewer, saved) => {
        const row = viewer.address === place.address ? rows.first(`number = ${place.number}`) : null
        if (row === null) return true
        const isLost = end === 'found' && savedAt(saved, viewer, code, match) === null
        const codes = row.content.codes.with(place.at, { code, end: isLost ? 'unread' : end })
        rows.change(row.number, rows.valuesOf({ ...row.content, codes }))
        return true
      }, false),
    counts: () => work((rows) => rows.counts(), noCodes),
    /** The codes that brought no record, at most so many. */
    async missed(most: number): Promise<readonly MissedCode[]> {
      const missed: MissedCode[] = []
      for (let after = 0; missed.length < most; await nextTurn()) {
        const row = await work((rows) => rows.first(`not_found + unread > 0 AND number > ${after}`), null)
        if (row === null) break
        const imported = new Date(row.content.takenAt).toISOString()
        for (const { code, end: why } of row.content.codes)
          if (why === 'not_found' || why === 'unread')
            missed.push({ code, list: row.content.name, imported, why })
        after = row.number
      }
      return missed.slice(0, most)
    },
    clear: () => work((rows) => rows.dropAll(), undefined),
    /** Whether this is the file that was taken last, as it is now (read-list.ts). */
    isTaken: (stamp: string) => work((rows) => rows.isTaken(stamp), false),
  }
}
