import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { isMarker } from '../../shared/attempt/marker'
import { shownText } from '../../shared/base/text'

export type Log = {
  readonly info: (message: string) => void
  readonly warn: (message: string) => void
  /** Returns the reference of the line. */
  readonly error: (message: string, cause?: unknown) => string
}

type Deps = {
  readonly folder: string
  readonly now?: () => Date
  /** Makes the reference of an error, e.g. "E-4F09A2". */
  readonly makeReference?: () => string
  readonly maxBytes?: number
}

const randomReference = () => `E-${randomBytes(3).toString('hex').toUpperCase()}`

const logFileName = 'tillside.log'
/** In bytes of UTF-8, its end included. */
const maxLineBytes = 4 * 1024
const cutSuffix = ' … (cut)'

const bearer = /\bBearer\s+\S+/gi
const word = /[A-Za-z0-9_-]+/g
const maxPlainWord = 8

/** Removes bearer tokens from a text, and all but the last four characters of ids. Markers, which are on paper, stay. */
export function redact(text: string): string {
  return text.replace(bearer, 'Bearer …').replace(word, (found) => {
    const isId = /\d/.test(found) && found.length > maxPlainWord && !isMarker(found)
    return isId ? `…${found.slice(-4)}` : found
  })
}

/**
 * Writes a message as one redacted line without control characters. Cuts it before redacting, which is slow, and removes
 * the word at the cut, whose rest could pass for a short word that needs no redaction.
 */
function lineOf(head: string, message: string): string {
  const looked =
    message.length > maxLineBytes ? message.slice(0, maxLineBytes).replace(/[A-Za-z0-9_-]+$/, '') : message
  const line = shownText(`${head} ${redact(looked)}`.replace(/\s*\n\s*/g, ' | '))
  const room = maxLineBytes - Buffer.byteLength('\n')
  if (looked === message && Buffer.byteLength(line) <= room) return `${line}\n`
  return `${firstBytes(line, room - Buffer.byteLength(cutSuffix))}${cutSuffix}\n`
}

function describeCause(cause: unknown): string {
  if (cause === undefined) return ''
  return ` ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`
}

/** Writes a line to standard error, which a terminal or the session's own log may show. Drops it where that fails too. */
function writeToTerminal(line: string): void {
  try {
    // Not the stream, which would report each failure as an uncaught error, and that as the next line.
    writeSync(process.stderr.fd, line)
  } catch {
    // Standard error is closed, or its disk is full.
  }
}

/**
 * Opens the profile's log: redacted lines of 4 KiB at most, in two files of 2 MiB, or more while the older one cannot be
 * replaced. A line that cannot be written goes to standard error.
 */
export function makeLog({
  folder,
  now = () => new Date(),
  makeReference = randomReference,
  maxBytes = 2 * 1024 * 1024,
}: Deps): Log {
  const file = path.join(folder, logFileName)

  function moveAside(): void {
    try {
      renameSync(file, `${file}.1`)
    } catch {
      // Windows refuses while somebody reads either file: this one goes on.
    }
  }

  function write(level: 'info' | 'warn' | 'error', message: string): void {
    const line = lineOf(`${now().toISOString()} ${level}`, message)
    try {
      mkdirSync(folder, { recursive: true })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size >= maxBytes) moveAside()
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      writeToTerminal(line)
    }
  }

  return {
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, cause) => {
      const reference = makeReference()
      write('error', `${reference} ${message}${describeCause(cause)}`)
      return reference
    },
  }
}

/** Of the text that is kept of an answer. */
const maxRawBytes = 16 * 1024

/** Cuts a text to so many bytes of UTF-8, 16 KiB by default, never inside a character, and says so at its end. */
export function shorten(text: string, maxBytes = maxRawBytes): string {
  return Buffer.byteLength(text) <= maxBytes
    ? text
    : firstBytes(text, maxBytes - Buffer.byteLength(cutSuffix)) + cutSuffix
}

/** Returns the beginning of a text in so many bytes of UTF-8, never cut inside a character. */
export function firstBytes(text: string, maxBytes: number): string {
  // Each UTF-16 unit takes a byte at least, so the rest of a long text need not be encoded.
  const bytes = Buffer.from(text.slice(0, maxBytes + 1))
  return bytes.length <= maxBytes
    ? text
    : new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true })
}
