/** The write-ahead log of an SQLite file (https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log"). */

export type WalFrame = {
  readonly page: number
  readonly image: Buffer
  /** It was committed, and every checksum up to its commit is right: SQLite itself would read it. */
  readonly isCurrent: boolean
}

export type Wal = {
  /** Up to the last that ends a transaction, oldest first. What comes after was never committed and is left out. */
  readonly frames: readonly WalFrame[]
  /**
   * Transactions that were committed and that SQLite would not read, for a frame before them does not hold. A power cut
   * leaves one at most: none is begun before the one before it is on the disk. With more the log was damaged.
   */
  readonly unread: number
}

const headerBytes = 32
const frameHeaderBytes = 24
const bigEndianMagic = 0x377f0683
const littleEndianMagic = 0x377f0682

type Checksum = readonly [number, number]

/**
 * What stands in a log. What was committed and lies behind a damaged frame, or behind a damaged head of the log, is there,
 * and not current. Empty for what is no log.
 */
export function readWal(log: Buffer, pageSize: number): Wal {
  if (log.length < headerBytes + frameHeaderBytes) return { frames: [], unread: 0 }
  const magic = log.readUInt32BE(0)
  const known = magic === bigEndianMagic || magic === littleEndianMagic
  let sum: Checksum | null = known ? sumOver([0, 0], log.subarray(0, 24), magic) : null
  if (sum !== null && !stands(sum, log, 24)) sum = null
  // Without a head nobody knows which frames are of the last log: those of earlier ones are true, and only older.
  const salt = sum === null ? null : log.subarray(16, 24)
  const frames: { page: number; image: Buffer; endsCommit: boolean; isValid: boolean }[] = []
  const frameBytes = frameHeaderBytes + pageSize
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    // What is left of an earlier log carries another salt, and so does a frame whose head was damaged.
    if (salt !== null && !log.subarray(at + 8, at + 16).equals(salt)) {
      sum = null
      continue
    }
    const image = log.subarray(at + frameHeaderBytes, at + frameBytes)
    if (sum !== null) {
      sum = sumOver(sumOver(sum, log.subarray(at, at + 8), magic), image, magic)
      if (!stands(sum, log, at + 16)) sum = null
    }
    const endsCommit = log.readUInt32BE(at + 4) !== 0
    frames.push({ page: log.readUInt32BE(at), image, endsCommit, isValid: sum !== null })
  }
  const committed = frames.slice(0, frames.map(({ endsCommit }) => endsCommit).lastIndexOf(true) + 1)
  const valid = committed.map(({ endsCommit, isValid }) => endsCommit && isValid).lastIndexOf(true)
  return {
    frames: committed.map(({ page, image }, index) => ({ page, image, isCurrent: index <= valid })),
    unread: committed.filter(({ endsCommit, isValid }) => endsCommit && !isValid).length,
  }
}

function sumOver([one, other]: Checksum, bytes: Buffer, magic: number): Checksum {
  let [first, second] = [one, other]
  const big = magic === bigEndianMagic
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + (big ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + second) >>> 0
    second = (second + (big ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + first) >>> 0
  }
  return [first, second]
}

function stands([first, second]: Checksum, log: Buffer, at: number): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second
}
