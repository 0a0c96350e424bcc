/**
 * Reads the rows of an SQLite file page by page (https://www.sqlite.org/fileformat2.html), without its tables and
 * without SQLite: a file that lost its first page, its last ones, or any in between, gives whatever its other pages hold.
 * The file is only read, so nothing has to be copied, padded, removed or renamed for it.
 */
import { attemptWork } from '../../database/open-database'
import { readWal, type WalFrame } from '../../database/sqlite-wal'
import { readRecord, readVarint, type SqliteValue } from './sqlite-record'

/** What of node:fs is needed to read a file in pieces. */
export type FileReading = {
  readonly openSync: (file: string, flags: 'r') => number
  readonly readSync: (
    handle: number,
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => number
  readonly fstatSync: (handle: number) => { readonly size: number }
  readonly closeSync: (handle: number) => void
}

export type FoundRow = {
  /** Of a table with row numbers; null for a table that is its own index, and for an index. */
  readonly rowid: number | null
  readonly values: readonly SqliteValue[]
  /** The page is the newest committed one of its number, and no free one: SQLite itself would read it. */
  readonly isCurrent: boolean
}

const usualPageSize = 4096
const mostPayload = 16 * 1024 * 1024

type Pages = {
  readonly pageSize: number
  /** Of every page that stands in the file or, newer, in its log. */
  readonly numbers: () => Iterable<number>
  /** The newest image of a page; null when the file does not hold it whole. */
  readonly current: (page: number) => Buffer | null
  readonly older: readonly WalFrame[]
  /** Overwritten by a newer image in the log. */
  readonly beneath: (page: number) => Buffer | null
}

/**
 * Every row of every table and index that can be found, in no order. The caller knows what a row is by what is in it.
 * @param file opened for reading by the caller. @param log the whole write-ahead log; empty when there is none.
 */
export function* rowsIn(files: FileReading, file: number, log: Buffer): Generator<FoundRow> {
  const pages = openPages(files, file, log)
  const free = freePages(pages)
  for (const page of pages.numbers()) {
    const current = pages.current(page)
    if (current !== null) yield* rowsOfPage(pages, page, current, !free.has(page))
    const beneath = pages.beneath(page)
    if (beneath !== null) yield* rowsOfPage(pages, page, beneath, false)
  }
  for (const { page, image } of pages.older) yield* rowsOfPage(pages, page, image, false)
}

function openPages(files: FileReading, file: number, log: Buffer): Pages {
  const { size } = files.fstatSync(file)
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(length)
    // A disk that cannot read one place any more may read all others.
    const done = attemptWork(() => files.readSync(file, bytes, 0, length, at))
    return bytes.subarray(0, done.ok ? done.value : 0)
  }
  const pageSize = pageSizeOf(read(0, 100))
  const { frames } = readWal(log, pageSize)
  const newest = new Map<number, WalFrame>()
  for (const frame of frames) if (frame.isCurrent) newest.set(frame.page, frame)
  const inFileCount = Math.ceil(size / pageSize)
  const inFile = (page: number) => {
    if (page < 1 || page > inFileCount) return null
    // A page that was cut off counts as far as it goes: its cells are checked one by one.
    const bytes = read((page - 1) * pageSize, pageSize)
    return bytes.length === pageSize ? bytes : Buffer.concat([bytes, Buffer.alloc(pageSize - bytes.length)])
  }
  return {
    pageSize,
    *numbers() {
      for (let page = 1; page <= inFileCount; page += 1) yield page
      for (const page of newest.keys()) if (page > inFileCount) yield page
    },
    current: (page) => newest.get(page)?.image ?? inFile(page),
    beneath: (page) => (newest.has(page) ? inFile(page) : null),
    older: frames.filter((frame) => newest.get(frame.page) !== frame),
  }
}

function pageSizeOf(header: Buffer): number {
  if (header.length < 18 || header.toString('latin1', 0, 15) !== 'SQLite format 3') return usualPageSize
  const size = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return size >= 512 && (size & (size - 1)) === 0 ? size : usualPageSize
}

/** Pages that hold nothing any more, though their old rows may still stand in them. */
function freePages(pages: Pages): ReadonlySet<number> {
  const free = new Set<number>()
  let trunk = pages.current(1)?.readUInt32BE(32) ?? 0
  while (trunk > 1 && !free.has(trunk)) {
    const image = pages.current(trunk)
    if (image === null) break
    free.add(trunk)
    const leaves = Math.min(image.readUInt32BE(4), pages.pageSize / 4 - 2)
    for (let leaf = 0; leaf < leaves; leaf += 1) free.add(image.readUInt32BE(8 + leaf * 4))
    trunk = image.readUInt32BE(0)
  }
  return free
}

const tableLeaf = 0x0d
const indexLeaf = 0x0a
const indexInterior = 0x02

function* rowsOfPage(pages: Pages, page: number, image: Buffer, isCurrent: boolean): Generator<FoundRow> {
  const start = page === 1 ? 100 : 0
  const kind = image[start]
  if (kind !== tableLeaf && kind !== indexLeaf && kind !== indexInterior) return
  const pointers = start + (kind === indexInterior ? 12 : 8)
  const cells = Math.min(image.readUInt16BE(start + 3), Math.floor((pages.pageSize - pointers) / 2))
  for (let cell = 0; cell < cells; cell += 1) {
    const row = readCell(pages, image, image.readUInt16BE(pointers + cell * 2), kind)
    if (row !== null) yield { ...row, isCurrent }
  }
}

function readCell(pages: Pages, image: Buffer, at: number, kind: number): Omit<FoundRow, 'isCurrent'> | null {
  const length = readVarint(image, kind === indexInterior ? at + 4 : at)
  if (length === null || length.value > mostPayload) return null
  const rowid = kind === tableLeaf ? readVarint(image, length.next) : null
  if (kind === tableLeaf && rowid === null) return null
  const payload = readPayload(pages, image, rowid?.next ?? length.next, length.value, kind)
  const values = payload === null ? null : readRecord(payload)
  return values === null ? null : { rowid: rowid?.value ?? null, values }
}

/** What of a payload stands in the cell itself, and the rest of it from its chain of overflow pages. */
function readPayload(pages: Pages, image: Buffer, at: number, length: number, kind: number): Buffer | null {
  const usable = pages.pageSize
  const most = kind === tableLeaf ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const even = least + ((length - least) % (usable - 4))
  const local = length <= most ? length : even <= most ? even : least
  if (at + local > usable) return null
  if (local === length) return image.subarray(at, at + length)
  if (at + local + 4 > usable) return null
  const pieces = [image.subarray(at, at + local)]
  let next = image.readUInt32BE(at + local)
  for (let rest = length - local; rest > 0; rest -= usable - 4) {
    const overflow = pages.current(next)
    if (overflow === null) return null
    pieces.push(overflow.subarray(4, 4 + Math.min(rest, usable - 4)))
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(pieces)
}
