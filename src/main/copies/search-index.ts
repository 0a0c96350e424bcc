/** The index of the search over saved copies: search.db, encrypted, quick, and thrown away whenever anything about it is odd. */
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { z } from 'zod'
import { type DayPattern, isMeant, type SearchTerm } from '../../shared/lookup/copy-query'
import { walletName } from '../../shared/payment/gateway'
import { formatMoney } from '../../shared/payment/money'
import { paymentState, paymentStates } from '../../shared/payment/payment-state'
import { attemptWork, inTransaction, removeDatabase } from '../system/database'

/** What of a saved record a search reads; the rest of the record is not even looked at. */
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
export type SearchedRecord = z.infer<typeof searchedRecord>

/** What many copies have in common, whose copies they are included. `owner` is the blind index in hex. */
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

/** One copy as it is searched. */
export type SearchedCopy = {
  /** The copy's number in cache.db. */
  readonly number: number
  readonly facet: Facet
  /** Its codes and its wallet's name in small letters, one to a line. */
  readonly texts: string
  /** Hundredths; null when it could not be read. */
  readonly amount: number | null
  /** The service's own time, as seconds since the year 2000 there; 0 when there is none. */
  readonly seconds: number
}

export const year2000 = Date.UTC(2000, 0, 1)

/** The service's text for the time of a payment, or '' (interface.md §2.2). */
export function paymentTime({ fields }: SearchedRecord): string {
  return fields.paid_at || fields.created_at || ''
}

/** A time without a zone as seconds since the year 2000, counted as if it were UTC. 0 when it cannot be read. */
export function secondsOf(text: string): number {
  const parts = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(text)
  if (parts === null) return 0
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const seconds = (Date.UTC(year, month - 1, day, hour, minute, second) - year2000) / 1000
  return seconds > 0 && seconds < 2 ** 32 ? seconds : 0
}

/** Small letters, composed alike, on one line: the form in which a text is compared with what was typed. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\n', ' ')
}

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
    seconds: secondsOf(paymentTime(record)),
  }
}

/** What stands before an amount of this currency: `hk$`. */
function symbolOf(currency: string): string {
  return formatMoney({ hundredths: 0, currency })
    .replace(/[\d.,\s]/g, '')
    .toLowerCase()
}

/** Whether what was typed before a number, or alone, means this currency: HK$, hkd and $ all mean HKD. */
export function meansCurrency(typed: string, currency: string): boolean {
  const letters = typed.replace(/\P{L}/gu, '')
  return symbolOf(currency).endsWith(typed) || isMeant(currency.toLowerCase(), letters)
}

/** Whether the term itself, not the copy's texts or amount, means copies of this kind. */
export function meansFacet({ text, states, gateways }: SearchTerm, facet: Facet): boolean {
  const { state, status, gatewayCode, currency } = facet
  return (
    states.includes(state) ||
    isMeant(status.toLowerCase(), text) ||
    gatewayCode.toLowerCase() === text ||
    gateways.some((code) => code === gatewayCode) ||
    (!/\d/.test(text) && meansCurrency(text, currency))
  )
}

/** The number of the day that begins so many seconds after the year 2000 did. */
export const dayNumber = (seconds: number): number => Math.floor(seconds / 86_400)

export function fitsDay({ year, month, day }: DayPattern, date: Date): boolean {
  return (
    (year === null || year === date.getUTCFullYear()) &&
    (month === null || month === date.getUTCMonth() + 1) &&
    (day === null || day === date.getUTCDate())
  )
}

/** The UTC date of a day number. */
export const dateOfDay = (day: number): Date => new Date(year2000 + day * 86_400_000)

/** Whether the copy is one that the term means: by a part of a code or of its wallet's name, the amount, the day, or what it is. */
export function satisfies(term: SearchTerm, { texts, facet, amount, seconds }: SearchedCopy): boolean {
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
    (day !== null && seconds > 0 && fitsDay(day, dateOfDay(dayNumber(seconds))))
  )
}

const fileName = 'search.db'

export function removeIndex(folder: string): void {
  removeDatabase(path.join(folder, fileName))
}

export type SearchIndex = ReturnType<typeof indexOver>

function openEncrypted(folder: string, key: Buffer): Database.Database {
  const encryptionKey = createHmac('sha256', key).update('search index').digest('hex')
  const options: Database.Options & { readonly encryptionKey: string } = { encryptionKey }
  return new Database(path.join(folder, fileName), options)
}

const bytesRow = z.object({ value: z.instanceof(Buffer) })
const quick = 'PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF'

/** Opens the index if it was closed in order over this very file of copies; null for any other, and for none. */
export function openKept(folder: string, key: Buffer, file: string): SearchIndex | null {
  const place = path.join(folder, fileName)
  if (!existsSync(place)) return null
  const opened = attemptWork(() => openEncrypted(folder, key))
  if (!opened.ok) return null
  const database = opened.value
  const kept = attemptWork(() => {
    const found = database.prepare('SELECT CAST(file AS BLOB) AS value FROM kept').get([])
    if (found === undefined || bytesRow.parse(found).value.toString() !== file) return null
    // On the disk before anything else changes: after a power cut it is not taken for one that was closed in order.
    database.exec('PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL')
    inTransaction(database, () => database.exec('DELETE FROM kept'))
    database.exec(quick)
    return indexOver(database, file)
  })
  if (kept.ok && kept.value !== null) return kept.value
  attemptWork(() => database.close())
  return null
}

export function makeIndex(folder: string, key: Buffer, file: string): SearchIndex {
  const database = openEncrypted(folder, key)
  database.exec(`${quick};
    CREATE TABLE kept (file BLOB NOT NULL);
    CREATE TABLE facets (facet INTEGER PRIMARY KEY, text BLOB NOT NULL);
    CREATE TABLE found (
      number INTEGER PRIMARY KEY, facet INTEGER NOT NULL, amount INTEGER, seconds INTEGER NOT NULL, texts TEXT NOT NULL
    );
    CREATE INDEX found_by_time ON found (seconds, number);
    CREATE INDEX found_by_amount ON found (amount);
    CREATE VIRTUAL TABLE parts USING fts5(
      texts, content='found', content_rowid='number', tokenize='trigram case_sensitive 1'
    );`)
  return indexOver(database, file)
}

const totalRow = z.object({ count: z.number() })
const foundRows = z.array(z.tuple([z.number(), z.number()]))
const matchedRows = z.array(z.tuple([z.number()]))
/** So many matches are named one by one, and sorted in memory. */
const maxFew = 1000
const extentRow = z.object({
  count: z.number(),
  oldest: z.number().nullable(),
  newest: z.number().nullable(),
})
const facetRow = z.object({ facet: z.number(), text: z.instanceof(ArrayBuffer) })

/** @param file what tells the copies' file from every other (rows.ts) */
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
  const matchText = database
    .prepare(`SELECT CAST(rowid AS INTEGER) FROM parts WHERE parts MATCH ? LIMIT ${maxFew + 1}`)
    .raw()
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

  /** The copies that hold a text; null where they are many, or it is too short for the index: then all are looked through. */
  function numbersWithText(text: string): readonly number[] | null {
    if ([...text].length < 3) return null
    const rows = matchedRows.parse(matchText.all([`"${text.replaceAll('"', '""')}"`]))
    return rows.length > maxFew ? null : rows.map(([number]) => number)
  }

  /** What a term means as SQL over `found`; texts are bound, numbers stand in it. */
  function conditionOf(term: SearchTerm, days: { first: number; last: number }, bound: string[]): string {
    const meant = facetsThat((facet) => meansFacet(term, facet))
    const parts = meant === '' ? [] : [`facet IN (${meant})`]
    const few = numbersWithText(term.text)
    if (few === null) bound.push(term.text)
    parts.push(few === null ? 'instr(texts, ?) > 0' : `number IN (${few.join(', ')})`)
    const { amount, day } = term
    if (amount !== null) {
      const currencies = facetsThat(({ currency }) => meansCurrency(amount.currency, currency))
      parts.push(`(amount BETWEEN ${amount.from} AND ${amount.to} AND facet IN (${currencies}))`)
    }
    if (day !== null) {
      const meant: number[] = []
      for (let each = days.first; each <= days.last; each += 1)
        if (fitsDay(day, dateOfDay(each))) meant.push(each)
      parts.push(`(seconds > 0 AND seconds / 86400 IN (${meant.join(', ')}))`)
    }
    return `(${parts.join(' OR ')})`
  }

  function extentOf(visible: string): z.infer<typeof extentRow> {
    if (seen?.by === visible) return seen.extent
    const found = database
      .prepare(`SELECT count(*) AS count, CAST(min(nullif(seconds, 0)) AS INTEGER) AS oldest,
        CAST(max(seconds) AS INTEGER) AS newest FROM found WHERE facet IN (${visible})`)
      .get([])
    seen = { by: visible, extent: extentRow.parse(found) }
    return seen.extent
  }

  /** Few matches are sorted here; of many the newest are found by their time, which stops at the last that is wanted. */
  function findIn(where: string, bound: readonly string[], count: number) {
    const columns = 'CAST(number AS INTEGER), CAST(seconds AS INTEGER)'
    const few = foundRows.parse(
      database
        .prepare(`SELECT ${columns} FROM found ${where} LIMIT ${maxFew + 1}`)
        .raw()
        .all([...bound]),
    )
    if (few.length <= maxFew) {
      few.sort(([one, at], [other, otherAt]) => otherAt - at || other - one)
      return { total: few.length, numbers: few.slice(0, count).map(([number]) => number) }
    }
    const total = totalRow.parse(
      database.prepare(`SELECT count(*) AS count FROM found ${where}`).get([...bound]),
    ).count
    const page = database.prepare(
      `SELECT ${columns} FROM found ${where} ORDER BY seconds DESC, number DESC LIMIT ${count}`,
    )
    return { total, numbers: foundRows.parse(page.raw().all([...bound])).map(([number]) => number) }
  }

  return {
    put(changed: readonly { readonly number: number; readonly copy: SearchedCopy | null }[]): void {
      seen = null
      inTransaction(database, () => {
        for (const { number, copy } of changed) {
          removePart.run([number])
          removeRow.run([number])
          if (copy === null) continue
          addRow.run([number, facetNumber(copy.facet), copy.amount, copy.seconds, copy.texts])
          addPart.run([number, copy.texts])
        }
      })
    },
    /** The numbers of what is found, newest first, and what there is at all. */
    search(terms: readonly SearchTerm[], owners: readonly string[], count: number) {
      const visible = facetsThat(({ owner }) => owners.includes(owner))
      const { count: saved, oldest, newest } = extentOf(visible)
      const days = { first: dayNumber(oldest ?? 0), last: dayNumber(newest ?? -1) }
      const bound: string[] = []
      const conditions = terms.map((term) => conditionOf(term, days, bound))
      const isAll = visible === facetsThat(() => true)
      const where = [...(isAll ? [] : [`facet IN (${visible})`]), ...conditions]
      const { total, numbers } = findIn(
        where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`,
        bound,
        count,
      )
      const day = oldest === null ? null : new Date(year2000 + oldest * 1000).toISOString().slice(0, 10)
      return { total, numbers, saved: { count: saved, oldest: day } }
    },
    /** Closed in order: the next start takes it as it is. */
    close(): void {
      inTransaction(database, () => database.prepare('INSERT INTO kept VALUES (?)').run([Buffer.from(file)]))
      database.close()
    },
  }
}

function readFacets(database: Database.Database): Map<number, Facet> {
  const rows = database
    .prepare('SELECT CAST(facet AS INTEGER) AS facet, CAST(text AS BLOB) AS text FROM facets')
    .all([])
  return new Map(
    rows.map((found) => {
      const { facet, text } = facetRow.parse(found)
      // Written by this program; a damaged one does not parse, or finds what is not asked for, and then it is made anew.
      return [facet, facetSchema.parse(JSON.parse(Buffer.from(text).toString()))] as const
    }),
  )
}
