// @ts-check
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Packs the files of one flat folder into an asar archive that Electron can load: two length-prefixed
 * records (the header's size, the header), then the files one after the other.
 * @param {string} folder
 * @param {string} archive
 */
export function writeAsar(folder, archive) {
  /** @type {Record<string, { size: number, offset: string }>} */
  const files = {}
  const contents = []
  let offset = 0
  for (const name of readdirSync(folder).sort()) {
    const content = readFileSync(path.join(folder, name))
    files[name] = { size: content.length, offset: String(offset) }
    contents.push(content)
    offset += content.length
  }
  const header = record(Buffer.from(JSON.stringify({ files })))
  writeFileSync(archive, Buffer.concat([uint32(4), uint32(header.length), header, ...contents]))
}

/**
 * A record: its payload's size, the text's size, the text, padded to four bytes.
 * @param {Buffer} text
 */
function record(text) {
  const padding = Buffer.alloc((4 - (text.length % 4)) % 4)
  return Buffer.concat([uint32(4 + text.length + padding.length), uint32(text.length), text, padding])
}

/** @param {number} value */
function uint32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
