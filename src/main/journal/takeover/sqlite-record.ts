/**
 * One record of an SQLite file (https://www.sqlite.org/fileformat2.html, "Record Format"), read from bytes that may be
 * anything: what cannot be read is null, and nothing here throws.
 */

export type SqliteValue = null | number | string | Buffer

export type Varint = { readonly value: number; readonly next: number }

/** A number of one to nine bytes; null where the bytes end, or it is no number that can be counted with. */
export function readVarint(bytes: Buffer, at: number): Varint | null {
  let value = 0
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    if (index === 8) return countable(value * 256 + byte, at + 9)
    value = value * 128 + (byte & 0x7f)
    if ((byte & 0x80) === 0) return countable(value, at + index + 1)
  }
  return null
}

function countable(value: number, next: number): Varint | null {
  return Number.isSafeInteger(value) ? { value, next } : null
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8]

/** The values of a record, or null for bytes that are none. */
export function readRecord(payload: Buffer): readonly SqliteValue[] | null {
  const header = readVarint(payload, 0)
  if (header === null || header.value > payload.length) return null
  const values: SqliteValue[] = []
  let body = header.value
  for (let at = header.next; at < header.value; ) {
    const type = readVarint(payload, at)
    if (type === null) return null
    const size = sizeOf(type.value)
    if (size === null || body + size > payload.length) return null
    values.push(readValue(payload.subarray(body, body + size), type.value))
    body += size
    at = type.next
  }
  return values
}

/** The bytes that a value of that serial type takes; null for a type that no file holds. */
function sizeOf(type: number): number | null {
  if (type >= 12) return Math.floor((type - 12) / 2)
  if (type === 7) return 8
  if (type === 8 || type === 9) return 0
  return integerBytes[type] ?? null
}

function readValue(bytes: Buffer, type: number): SqliteValue {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  if (type === 7) return bytes.readDoubleBE()
  if (type >= 12) return type % 2 === 0 ? bytes : bytes.toString('utf8')
  return bytes.length === 8 ? Number(bytes.readBigInt64BE()) : bytes.readIntBE(0, bytes.length)
}
