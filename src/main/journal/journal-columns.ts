/**
 * What is asked of each table. libsql ends the whole process at a text that is no UTF-8, and one damaged byte is enough to
 * make a text of a blob: so every value is asked for as what it must be, texts as blobs, and read here.
 */
import { z } from 'zod'

const blobOf = (name: string) => `CAST(${name} AS BLOB) AS ${name}`
const integerOf = (name: string) => `CAST(${name} AS INTEGER) AS ${name}`

/** To stand between SELECT and FROM. Where rows are ordered by such a column, it is named with its table. */
export const columnsOf = {
  facts: blobOf('value'),
  /** Number and hash alone: the long line is not read. */
  head: `seq, ${blobOf('hash')}`,
  events: `seq, ${blobOf('payment')}, ${integerOf('at')}, ${blobOf('hash')}, ${blobOf('line')}`,
  attempts: `number, ${integerOf('holds')}, ${blobOf('attempt')}, ${blobOf('payment')}, ${integerOf('undecided')},
    ${blobOf('state')}, ${integerOf('created_at')}, ${blobOf('cashier')}, ${blobOf('row')}`,
  values: `${blobOf('payment')}, ${blobOf('row')}`,
  openLocks: `${blobOf('marker')}, ${blobOf('lock')}, ${integerOf('service')}, ${integerOf('at')}`,
  checkpoints: `seq, ${blobOf('hash')}, ${blobOf('row')}`,
  progress: blobOf('row'),
  schema: `${blobOf('type')}, ${blobOf('name')}, ${blobOf('tbl_name')}, ${integerOf('rootpage')}, ${blobOf('sql')}`,
}

/** libsql answers a blob as a Buffer from `get` and as an ArrayBuffer from `all` and `iterate`. */
export const blob = z
  .union([z.instanceof(Buffer), z.instanceof(ArrayBuffer)])
  .transform((bytes) => (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : bytes))

/** A text that was asked for as a blob. What is no UTF-8 in it reads as a sign that nothing of ours contains. */
export const text = blob.transform((bytes) => bytes.toString('utf8'))
