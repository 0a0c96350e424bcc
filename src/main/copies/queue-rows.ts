/** The rows of the prefetch queue: sealing on the way in, opening on the way out. All of it may throw. */

import type Database from 'libsql'
import { z } from 'zod'
import { type FaultOf, listFaultReasons } from '../../shared/fault'
import type { OutageCounts } from '../../shared/outage'
import { type CodeMatch, codeKinds } from '../../shared/scan-code'
import { inTransaction } from '../system/database'
import { blindIndex, seal, unseal } from '../system/sealing'
import { asBytes, asWhole, blob, type CopyViewer, credentialsIndex, opened } from './cache-rows'

export type QueuedCode = { readonly code: string; readonly match: CodeMatch }

export type QueuedList = { readonly name: string; readonly importedAt: number; readonly madeAt: number }
export type NextCode = QueuedCode & {
  readonly number: number
  readonly madeAt: number
  /** How often it was put off already. */
  readonly deferrals: number
}
/** How the search for a code ended. */
export type CodeEnd = 'found' | 'saved' | 'not_found' | 'unread'
export type MissedRow = QueuedCode & {
  readonly list: string
  readonly importedAt: number
  readonly why: 'not_found' | 'unread'
}

const states = { waiting: 0, found: 1, saved: 2, not_found: 3, unread: 4 } as const

const codeSchema = z.object({ code: z.string(), match: z.enum(['automatic', ...codeKinds]) })
const nextRow = z.object({
  number: z.number(),
  code_index: blob,
  code: blob,
  visits: z.number(),
  made_at: z.number(),
})
const countRow = z.object({ state: z.number(), count: z.number() })
const missedRow = z.object({
  code_index: blob,
  code: blob,
  state: z.number(),
  list: z.number(),
  name: blob,
  taken_at: z.number(),
})

const listPlace = (number: number) => `wanted list ${number}`
const codePlace = (index: Buffer) => `wanted code ${index.toString('hex')}`

/**
 * Lists of these credentials, and of others that were shown the same company (architecture.md, "Saved copies"). A token
 * that was never shown anything was a mistake: its lists are the next one's at the same address.
 */
const visibleLists = `list IN (SELECT number FROM wanted_lists WHERE whole = 1 AND (credentials = ?1
  OR credentials IN (SELECT theirs.credentials FROM access mine JOIN access theirs
    ON theirs.owner = mine.owner WHERE mine.credentials = ?1)
  OR (address = ?2 AND credentials NOT IN (SELECT credentials FROM access))))`

/** What stands for ?1 and ?2 in `visibleLists`. */
const whose = (key: Buffer, viewer: CopyViewer) => [
  credentialsIndex(key, viewer),
  blindIndex(key, 'wanted address', viewer.address),
]

const nextPosition = '(SELECT coalesce(max(turn), 0) + 1 FROM wanted_codes)'

export type QueueRows = ReturnType<typeof makeQueueRows>

export function makeQueueRows(database: Database.Database, key: Buffer) {
  return {
    ...makeListWrites(database, key),
    ...makeCodeWrites(database, key),
    ...makeQueueReads(database, key),
    ...makeImportedFiles(database, key),
  }
}

/** A list is written in pieces, so that nobody waits for it, and counts only once it is whole. */
function makeListWrites(database: Database.Database, key: Buffer) {
  const insertList = database.prepare(
    'INSERT INTO wanted_lists (credentials, address, name, taken_at, made_at) VALUES (?, ?, ?, ?, ?)',
  )
  const nameList = database.prepare('UPDATE wanted_lists SET name = ? WHERE number = ?')
  // A code that waits already keeps its place; one that was settled before is queued anew.
  const insertCode = database.prepare(`INSERT INTO wanted_codes (list, code_index, code, turn)
    VALUES (?, ?, ?, ${nextPosition})
    ON CONFLICT (code_index) DO UPDATE SET list = excluded.list, code = excluded.code, turn = excluded.turn,
    visits = 0, state = 0 WHERE wanted_codes.turn IS NULL`)
  const setWhole = database.prepare('UPDATE wanted_lists SET whole = 1 WHERE number = ?')
  const listThere = database.prepare('SELECT 1 FROM wanted_lists WHERE number = ?')
  const anyWaiting = database.prepare(`SELECT number FROM wanted_codes WHERE turn IS NOT NULL
    AND +${visibleLists} LIMIT 1`)

  return {
    beginList: (viewer: CopyViewer, list: QueuedList): number =>
      inTransaction(database, () => {
        const unnamed = [...whose(key, viewer), Buffer.alloc(0), list.importedAt, list.madeAt]
        const number = Number(insertList.run(unnamed).lastInsertRowid)
        nameList.run([seal(key, list.name, listPlace(number)), number])
        return number
      }),
    /** False when the list was forgotten while it was written. */
    addCodes: (viewer: CopyViewer, list: number, codes: readonly QueuedCode[]): boolean =>
      inTransaction(database, () => {
        if (listThere.get([list]) === undefined) return false
        for (const { code, match } of codes) {
          const index = blindIndex(key, 'wanted code', `${viewer.credentials}\0${match}\0${code}`)
          insertCode.run([list, index, seal(key, JSON.stringify({ code, match }), codePlace(index))])
        }
        return true
      }),
    /** From now on the list counts. When nothing was waiting, a new count begins with it. */
    finishList: (viewer: CopyViewer, list: number): boolean =>
      inTransaction(database, () => {
        if (anyWaiting.get(whose(key, viewer)) === undefined) {
          database.exec('UPDATE wanted_lists SET current = 0 WHERE whole = 1')
          database.exec(`DELETE FROM wanted_codes WHERE state IN (${states.found}, ${states.saved})
            AND list IN (SELECT number FROM wanted_lists WHERE current = 0)`)
        }
        const { changes } = setWhole.run([list])
        database.exec(emptyLists)
        return changes > 0
      }),
    /** What an earlier run was in the middle of writing. */
    dropUnfinished: (): void =>
      inTransaction(database, () => {
        database.exec(
          'DELETE FROM wanted_codes WHERE list IN (SELECT number FROM wanted_lists WHERE whole = 0)',
        )
        database.exec('DELETE FROM wanted_lists WHERE whole = 0')
      }),
    /** Every list and code. What was imported from the watched folder is still known, so it does not come back. */
  }
}

const emptyLists = `DELETE FROM wanted_lists WHERE whole = 1
  AND number NOT IN (SELECT list FROM wanted_codes)`

function makeCodeWrites(database: Database.Database, key: Buffer) {
  const settle = database.prepare(
    `UPDATE wanted_codes SET state = ?3, turn = NULL WHERE number = ?4 AND turn IS NOT NULL AND ${visibleLists}`,
  )
  const putOff =
    database.prepare(`UPDATE wanted_codes SET turn = ${nextPosition}, visits = visits + 1, state = 0
    WHERE number = ?`)
  const dropWaiting = database.prepare(`DELETE FROM wanted_codes WHERE turn IS NOT NULL AND ${visibleLists}`)
  const dropSettled = database.prepare(`DELETE FROM wanted_codes WHERE turn IS NULL AND ${visibleLists}`)

  function drop(statement: Database.Statement, viewer: CopyViewer): void {
    inTransaction(database, () => {
      statement.run(whose(key, viewer))
      database.exec(emptyLists)
    })
  }

  return {
    /** Does nothing when the code was stopped or forgotten meanwhile, or is none of theirs. */
    settle(viewer: CopyViewer, number: number, end: CodeEnd): true {
      inTransaction(database, () => settle.run([...whose(key, viewer), states[end], number]))
      return true
    },
    /** Puts codes, settled or not, behind all that wait, for another try. */
    putOff: (numbers: readonly number[]): void =>
      inTransaction(database, () => {
        for (const number of numbers) putOff.run([number])
      }),
    stopWaiting: (viewer: CopyViewer): void => drop(dropWaiting, viewer),
    clearReport: (viewer: CopyViewer): void => drop(dropSettled, viewer),
  }
}

function makeQueueReads(database: Database.Database, key: Buffer) {
  // The plus keeps the search on the index of turns: by list it would sort all that wait.
  const first =
    database.prepare(`SELECT codes.number, ${asBytes('code_index', 'code')}, ${asWhole('visits')}, ${asWhole('made_at')}
    FROM wanted_codes codes CROSS JOIN wanted_lists lists ON lists.number = codes.list
    WHERE turn IS NOT NULL AND +${visibleLists} ORDER BY turn LIMIT 1`)
  const tally = database.prepare(`SELECT ${asWhole('state')}, count(*) AS count FROM wanted_codes
    WHERE list IN (SELECT number FROM wanted_lists WHERE current = 1) AND ${visibleLists} GROUP BY 1`)
  const missedCount = database.prepare(`SELECT 0 AS state, count(*) AS count FROM wanted_codes
    WHERE state IN (${states.not_found}, ${states.unread}) AND ${visibleLists}`)
  const missed =
    database.prepare(`SELECT ${asBytes('code_index', 'code', 'name')}, ${asWhole('state')}, ${asWhole('list')},
    ${asWhole('taken_at')}
    FROM wanted_codes codes JOIN wanted_lists lists ON lists.number = codes.list
    WHERE codes.number IN (SELECT number FROM wanted_codes
      WHERE state IN (${states.not_found}, ${states.unread}) AND ${visibleLists}
      ORDER BY list DESC, number LIMIT ?3)
    ORDER BY list DESC, codes.number`)
  const openCode = (index: Buffer, sealed: Buffer): QueuedCode =>
    codeSchema.parse(JSON.parse(opened(unseal(key, sealed, codePlace(index)))))

  return {
    next(viewer: CopyViewer): NextCode | null {
      const found = first.get(whose(key, viewer))
      if (found === undefined) return null
      const { number, code_index, code, visits: deferrals, made_at } = nextRow.parse(found)
      return { ...openCode(code_index, code), number, deferrals, madeAt: made_at }
    },
    counts(viewer: CopyViewer): OutageCounts {
      const rows = tally.all(whose(key, viewer)).map((row) => countRow.parse(row))
      const of = (state: number) => rows.find((row) => row.state === state)?.count ?? 0
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        found: of(states.found),
        saved: of(states.saved),
        notFound: of(states.not_found),
        unread: of(states.unread),
      }
    },
    missedCount: (viewer: CopyViewer): number => countRow.parse(missedCount.get(whose(key, viewer))).count,
    /** Those of the newest list first; -1 for all of them. */
    missed(viewer: CopyViewer, most: number): readonly MissedRow[] {
      return missed.all([...whose(key, viewer), most]).map((each) => {
        const row = missedRow.parse(each)
        return {
          ...openCode(row.code_index, row.code),
          list: opened(unseal(key, row.name, listPlace(row.list))),
          importedAt: row.taken_at,
          why: row.state === states.unread ? 'unread' : 'not_found',
        }
      })
    },
  }
}

/** A file of the watched folder as the disk tells of it: its whole path, bytes, milliseconds since 1970. */
export type FileSeen = { readonly path: string; readonly size: number; readonly changedAt: number }

/** Why a file was not taken, and at which of its lines. */
export type FileRefusal = Pick<FaultOf<'list_not_taken'>, 'why' | 'line'>

/** What is known of files as they are now. What is neither was not read yet, or has changed since. */
export type KnownFiles = {
  readonly changed: readonly FileSeen[]
  readonly refused: readonly { readonly file: FileSeen; readonly refusal: FileRefusal }[]
}

const stampRow = z.object({ file: blob, stamp: blob, refused: blob.nullable() })
const contentRow = z.object({ content: blob })
const refusalSchema = z.object({ why: z.enum(listFaultReasons), line: z.number().int() })

const refusalPlace = (file: Buffer) => `refused file ${file.toString('hex')}`

/**
 * Which files of the watched folder were imported, and which were refused and why: blind indexes only, neither a name
 * nor a code in clear.
 */
export function makeImportedFiles(database: Database.Database, key: Buffer) {
  const stamps = database.prepare(`SELECT ${asBytes('file', 'stamp', 'refused')}
    FROM taken_files WHERE credentials = ?`)
  const content = database.prepare(
    `SELECT ${asBytes('content')} FROM taken_files WHERE credentials = ? AND file = ?`,
  )
  const remember = database.prepare(`INSERT INTO taken_files (credentials, file, stamp, content)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (credentials, file) DO UPDATE SET stamp = excluded.stamp, content = excluded.content, refused = NULL`)
  // What it held when it was imported is known still: it may only have been touched.
  const refuse = database.prepare(`INSERT INTO taken_files (credentials, file, stamp, content, refused)
    VALUES (?, ?, ?, x'', ?)
    ON CONFLICT (credentials, file) DO UPDATE SET stamp = excluded.stamp, refused = excluded.refused`)
  const takeBack = database.prepare(`UPDATE taken_files SET stamp = x'', refused = NULL
    WHERE credentials = ? AND file = ? AND refused IS NOT NULL`)
  const fileIndex = ({ path }: Pick<FileSeen, 'path'>) => blindIndex(key, 'taken file', path)
  const stampOf = ({ path, size, changedAt }: FileSeen) =>
    blindIndex(key, 'taken stamp', `${path}\0${size}\0${changedAt}`)
  const contentIndex = (digest: string) => blindIndex(key, 'taken content', digest)

  function readRefusal(file: Buffer, sealed: Buffer): FileRefusal {
    return refusalSchema.parse(JSON.parse(opened(unseal(key, sealed, refusalPlace(file)))))
  }

  return {
    /** What was imported of them and is as it was, by name, size and time, is in neither part. */
    knownFiles(viewer: CopyViewer, files: readonly FileSeen[]): KnownFiles {
      const rows = stamps.all([credentialsIndex(key, viewer)]).map((row) => stampRow.parse(row))
      const known = new Map(rows.map((row) => [row.stamp.toString('hex'), row]))
      const rowOf = (file: FileSeen) => known.get(stampOf(file).toString('hex'))
      return {
        changed: files.filter((file) => rowOf(file) === undefined),
        refused: files.flatMap((file) => {
          const row = rowOf(file)
          return row?.refused ? [{ file, refusal: readRefusal(row.file, row.refused) }] : []
        }),
      }
    },
    /**
     * Whether the file held the very same when it was imported: then only its time has changed.
     * @param digest the SHA-256 of its bytes, in hex
     */
    wasImported(viewer: CopyViewer, file: FileSeen, digest: string): boolean {
      const found = content.get([credentialsIndex(key, viewer), fileIndex(file)])
      return found !== undefined && contentRow.parse(found).content.equals(contentIndex(digest))
    },
    rememberFile(viewer: CopyViewer, file: FileSeen, digest: string): void {
      const row = [credentialsIndex(key, viewer), fileIndex(file), stampOf(file), contentIndex(digest)]
      inTransaction(database, () => remember.run(row))
    },
    /** As it is now the file is not read again, until `rememberFile` or `takeRefusalBack`. */
    refuseFile(viewer: CopyViewer, file: FileSeen, refusal: FileRefusal): void {
      const index = fileIndex(file)
      const sealed = seal(key, JSON.stringify(refusal), refusalPlace(index))
      inTransaction(database, () => refuse.run([credentialsIndex(key, viewer), index, stampOf(file), sealed]))
    },
    takeRefusalBack(viewer: CopyViewer, file: FileSeen): void {
      inTransaction(database, () => takeBack.run([credentialsIndex(key, viewer), fileIndex(file)]))
    },
  }
}
