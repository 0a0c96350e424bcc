/** The search index over the saved copies: search.db, encrypted, and rebuilt after any error. */
import { createHmac } from 'node:crypto'
import path from 'node:path'
import Database from 'libsql'
import { z } from 'zod'
import { tryOr } from '../../shared/base/result'
import { plainWidth } from '../../shared/base/text'
import { type DayPattern, isMeant, type SearchTerm } from '../../shared/lookup/copies'
import { formatMoney } from '../../shared/payment/money'
import { paymentState, paymentStates, walletName } from '../../shared/payment/refund-rules'
import { attemptWork, finishRemoval, inTransaction, removeDatabase } from '../system/database'

/** The part of a saved record that a search reads. */
export const searchedRecord = z.object({
  id: z.string(),
  transactionId: z.string(),
  customId: z.string(),
  status: z.string(),
  currency: z.string(),
  gatewayCode: z.string(),
  amount: z.number().nullable(),
  refunded: z.number().nullable(),
  fields: z.object({
    paid_at: z.string().optional(),
    created_at: z.string().optional(),
    gateway_sub_name: z.string().optional(),
  }),
})
type SearchedRecord = z.infer<typeof searchedRecord>

/** What many copies have in common. `owner` is the blind index in hex. */
const facetSchema = z
  .object({
    owner: z.string(),
    state: z.enum(paymentStates),
    status: z.string(),
    currency: z.string(),
    gatewayCode: z.string(),
  })
  .readonly()
type Facet = z.infer<typeof facetSchema>

/** The searched form of a copy. */
type SearchedCopy = {
  /** The copy's number in cache.db. */
  readonly number: number
  readonly facet: Facet
  /** Its codes and its wallet's name in small letters, one to a line. */
  readonly texts: string
  /** Hundredths; null when it could not be read. */
  readonly amount: number | null
  /** The service's own time, as `2026-11-20 10:31:07`; '' when it could not be read. */
  readonly time: string
}

/** Returns the service's text for the time of a payment, or '' (interface.md §2.2). */
export function paymentTime({ fields }: SearchedRecord): string {
  return fields.paid_at || fields.created_at || ''
}

/** Years before 2000 are placeholders, such as 0000-00-00; a month 13 has no place among days. */
const documentedTime = /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d:[0-5]\d/

/** Normalises a text as what was typed is (shared/lookup/copies.ts): plain width, NFC, lower case, on one line. */
function comparable(text: string): string {
  return plainWidth(text).normalize('NFC').toLowerCase().replaceAll('\n', ' ')
}

/** Returns what the index and a search know of a copy. Its texts end in a line break each, so that none is found across two. */
export function searchedCopy(number: number, owner: string, record: SearchedRecord): SearchedCopy {
  const { status, currency, gatewayCode, amount } = record
  const texts = [record.transactionId, record.customId, record.id, walletName(record)]
  return {
    number,
    facet: { owner, state: paymentState(record), status, currency, gatewayCode },
    texts: texts
      .filter((text) => text !== '')
      .map((text) => `${comparable(text)}\n`)
      .join(''),
    amount,
    time: documentedTime.exec(paymentTime(record))?.[0].replace('T', ' ') ?? '',
  }
}

/** Returns the currency symbol in lower case: `hk$`. */
function symbolOf(currency: string): string {
  return formatMoney({ hundredths: 0, currency })
    .replace(/[\d.,\s]/g, '')
    .toLowerCase()
}

/** Whether what was typed means this currency: HK$, hkd and $ all mean HKD. */
function meansCurrency(typed: string, currency: string): boolean {
  const letters = typed.replace(/\P{L}/gu, '')
  return symbolOf(currency).endsWith(typed) || isMeant(currency.toLowerCase(), letters)
}

/** Whether the term means the facet, by its state, gateway or currency. */
function meansFacet({ text, states, gateways }: SearchTerm, facet: Facet): boolean {
  const { state, status, gatewayCode, currency } = facet
  return (
    states.includes(state) ||
    isMeant(status.toLowerCase(), text) ||
    gatewayCode.toLowerCase() === text ||
    gateways.some((code) => code === gatewayCode) ||
    (!/\d/.test(text) && meansCurrency(text, currency))
  )
}

/** The times of a day as a GLOB: `????-11-20*`. */
function timesOf({ year, month, day }: DayPattern): string {
  const two = (part: number | null) => (part === null ? '??' : String(part).padStart(2, '0'))
  return `${year ?? '????'}-${two(month)}-${two(day)}*`
}

function isOnDay({ year, month, day }: DayPattern, time: string): boolean {
  const parts = time.split(/[- ]/).map(Number)
  return [year, month, day].every((wanted, at) => wanted === null || wanted === parts[at])
}

/** Whether the term means the copy: by a part of a code or wallet, the amount, the day, or the facet. */
export function satisfies(term: SearchTerm, { texts, facet, amount, time }: SearchedCopy): boolean {
  const { text, day } = term
  const range = term.amount
  return (
    texts.includes(text) ||
    meansFacet(term, facet) ||
    (range !== null &&
      amount !== null &&
      amount >= range.from &&
      amount <= range.to &&
      meansCurrency(range.currency, facet.currency)) ||
    (day !== null && isOnDay(day, time))
  )
}

const fileName = 'search.db'

/** Deletes the file of the index. Returns false when the disk refuses, which is noted for the next time (system/database.ts). */
export function removeIndex(folder: string): boolean {
  return removeDatabase(path.join(folder, fileName))
}

export type SearchIndex = ReturnType<typeof indexOver>

function openEncrypted(folder: string, key: Buffer): Database.Database {
  const encryptionKey = createHmac('sha256', key).update('search index').digest('hex')
  const options: Database.Options & { readonly encryptionKey: string } = { encryptionKey }
  const file = path.join(folder, fileName)
  finishRemoval(file)
  return new Database(file, options)
}

const bytesRow = z.object({ value: z.instanceof(Buffer) })
const fastPragmas = 'PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF'

/** Whether the index was closed in order over this very file of copies. Notes that it is open now. */
function takeKept(database: Database.Database, file: string): boolean {
  // A new index has no such table.
  const found = tryOr(
    () => database.prepare('SELECT CAST(file AS BLOB) AS value FROM kept').get([]),
    undefined,
  )
  if (found === undefined || bytesRow.parse(found).value.toString() !== file) return false
  // Flushed first, so that after a power cut the index does not count as closed in order.
  database.exec('PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL')
  inTransaction(database, () => database.exec('DELETE FROM kept'))
  return true
}

/** Empties an index in its place: a file that was open until now may not be deleted on Windows. */
const madeAnew = `
  DROP TABLE IF EXISTS kept; DROP TABLE IF EXISTS facets; DROP TABLE IF EXISTS parts; DROP TABLE IF EXISTS found;
  CREATE TABLE kept (file BLOB NOT NULL);
  CREATE TABLE facets (facet INTEGER PRIMARY KEY, text BLOB NOT NULL);
  CREATE TABLE found (
    number INTEGER PRIMARY KEY, facet INTEGER NOT NULL, amount INTEGER, time TEXT NOT NULL, texts TEXT NOT NULL
  );
  CREATE INDEX found_by_time ON found (time, number);
  CREATE INDEX found_by_amount ON found (amount);
  CREATE VIRTUAL TABLE parts USING fts5(
    texts, content='found', content_rowid='number', tokenize='trigram case_sensitive 1'
  );`

/**
 * Opens the index of the last run if it was closed in order over this very file of copies, else an empty one. Throws on
 * damage.
 * @param noteEmpty notes that the index has taken no copy in. Throws if it cannot: it would be taken for complete, at every
 * start to come
 */
export function openSearchIndex(
  folder: string,
  key: Buffer,
  file: string,
  noteEmpty: () => void,
): SearchIndex {
  const database = openEncrypted(folder, key)
  try {
    const isKept = takeKept(database, file)
    database.exec(fastPragmas)
    if (!isKept) {
      noteEmpty()
      database.exec(madeAnew)
    }
    return indexOver(database, file)
  } catch (error) {
    attemptWork(() => database.close())
    throw error
  }
}

const totalRow = z.object({ count: z.number() })
const numberRows = z.array(z.tuple([z.number()]).transform(([number]) => number))
/** Up to so many matches are listed by number. */
const maxFew = 1000
const extentRow = z.object({ count: z.number(), oldest: z.instanceof(Buffer).nullable() })
const facetRow = z.object({ facet: z.number(), text: z.instanceof(ArrayBuffer) })

/** @param file identifies the file of the copies (rows.ts) */
function indexOver(database: Database.Database, file: string) {
  const facets = readFacets(database)
  const numbersOfFacets = new Map([...facets].map(([number, facet]) => [JSON.stringify(facet), number]))
  const addFacet = database.prepare('INSERT INTO facets VALUES (?, ?)')
  const removePart = database.prepare(
    "INSERT INTO parts (parts, rowid, texts) SELECT 'delete', number, texts FROM found WHERE number = ?",
  )
  const removeRow = database.prepare('DELETE FROM found WHERE number = ?')
  const addRow = database.prepare('INSERT INTO found VALUES (?, ?, ?, ?, ?)')
  const addPart = database.prepare('INSERT INTO parts (rowid, texts) VALUES (?, ?)')
  let seen: { readonly by: string; readonly extent: z.infer<typeof extentRow> } | null = null

  function facetNumber(facet: Facet): number {
    const text = JSON.stringify(facet)
    const known = numbersOfFacets.get(text)
    if (known !== undefined) return known
    const number = numbersOfFacets.size + 1
    addFacet.run([number, Buffer.from(text)])
    numbersOfFacets.set(text, number)
    facets.set(number, facet)
    return number
  }

  const facetsThat = (means: (facet: Facet) => boolean) =>
    [...facets].flatMap(([number, facet]) => (means(facet) ? [number] : [])).join(', ')

  /** Writes a term as SQL over `found`, its texts added to `params`. */
  function conditionOf(term: SearchTerm, params: string[]): string {
    const meant = facetsThat((facet) => meansFacet(term, facet))
    const parts = meant === '' ? [] : [`facet IN (${meant})`]
    // The index has no shorter parts, and its query ends at a NUL.
    const isIndexed = [...term.text].length >= 3 && !term.text.includes('\0')
    params.push(isIndexed ? `"${term.text.replaceAll('"', '""')}"` : term.text)
    parts.push(isIndexed ? 'number IN (SELECT rowid FROM parts WHERE parts MATCH ?)' : 'instr(texts, ?) > 0')
    const { amount, day } = term
    if (amount !== null) {
      const currencies = facetsThat(({ currency }) => meansCurrency(amount.currency, currency))
      parts.push(`(amount BETWEEN ${amount.from} AND ${amount.to} AND facet IN (${currencies}))`)
    }
    if (day !== null) {
      params.push(timesOf(day))
      parts.push('time GLOB ?')
    }
    return `(${parts.join(' OR ')})`
  }

  function extentOf(visible: string): z.infer<typeof extentRow> {
    if (seen?.by === visible) return seen.extent
    const found = database
      .prepare(`SELECT count(*) AS count, CAST(min(nullif(time, '')) AS BLOB) AS oldest
        FROM found WHERE facet IN (${visible})`)
      .get([])
    seen = { by: visible, extent: extentRow.parse(found) }
    return seen.extent
  }

  const numbersIn = (sql: string, params: readonly string[]) =>
    numberRows.parse(
      database
        .prepare(`SELECT CAST(number AS INTEGER) FROM found ${sql}`)
        .raw()
        .all([...params]),
    )

  /** Sorts a few matches, and reads the newest of many by the index of times. */
  function findIn(where: string, params: readonly string[], count: number) {
    const few = numbersIn(`${where} LIMIT ${maxFew + 1}`, params)
    if (few.length <= maxFew) {
      const sorted = `WHERE number IN (${few.join(', ')}) ORDER BY +time DESC, number DESC LIMIT ${count}`
      return { total: few.length, numbers: numbersIn(sorted, []) }
    }
    const total = totalRow.parse(
      database.prepare(`SELECT count(*) AS count FROM found ${where}`).get([...params]),
    ).count
    const numbers = numbersIn(`${where} ORDER BY time DESC, number DESC LIMIT ${count}`, params)
    return { total, numbers }
  }

  return {
    file,
    put(changed: readonly { readonly number: number; readonly copy: SearchedCopy | null }[]): void {
      seen = null
      inTransaction(database, () => {
        for (const { number, copy } of changed) {
          removePart.run([number])
          removeRow.run([number])
          if (copy === null) continue
          addRow.run([number, facetNumber(copy.facet), copy.amount, copy.time, copy.texts])
          addPart.run([number, copy.texts])
        }
      })
    },
    /** Returns the numbers of the newest matches, and what is saved at all. */
    search(terms: readonly SearchTerm[], owners: readonly string[], count: number) {
      const visible = facetsThat(({ owner }) => owners.includes(owner))
      const extent = extentOf(visible)
      const params: string[] = []
      const conditions = terms.map((term) => conditionOf(term, params))
      const isAll = visible === facetsThat(() => true)
      const where = [...(isAll ? [] : [`facet IN (${visible})`]), ...conditions]
      const { total, numbers } = findIn(
        where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`,
        params,
        count,
      )
      const oldest = extent.oldest?.toString().slice(0, 10) ?? null
      return { total, numbers, saved: { count: extent.count, oldest } }
    },
    /** Marks the index as complete, for the next start. */
    keep(): void {
      inTransaction(database, () => database.prepare('INSERT INTO kept VALUES (?)').run([Buffer.from(file)]))
    },
    close: (): void => void database.close(),
  }
}

function readFacets(database: Database.Database): Map<number, Facet> {
  const rows = database
    .prepare('SELECT CAST(facet AS INTEGER) AS facet, CAST(text AS BLOB) AS text FROM facets')
    .all([])
  return new Map(
    rows.map((found) => {
      const { facet, text } = facetRow.parse(found)
      // A damaged facet does not parse, or finds what was not searched for; either way the index is rebuilt.
      return [facet, facetSchema.parse(JSON.parse(Buffer.from(text).toString()))] as const
    }),
  )
}
