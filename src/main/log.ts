import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { isMarker } from '../shared/marker'

export type Log = {
  readonly info: (message: string) => void
  readonly warn: (message: string) => void
  /** Answers the reference under which a person finds the line again. */
  readonly error: (message: string, cause?: unknown) => string
}

type Surroundings = {
  readonly folder: string
  readonly now: () => Date
  /** Makes the reference of an error, e.g. "E-4F09A2". */
  readonly makeReference: () => string
  readonly largestBytes?: number
}

const logFileName = 'tillside.log'
/** Files kept beside the current one, the oldest with the highest number. */
const olderFiles = 3

const bearer = /\bBearer\s+\S+/gi
const idLike = /[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g
const longestPlainWord = 8

/**
 * Takes out of a text what must not lie in a file: anything sent as a bearer token, and of ids all but the
 * last four characters. Markers stay: they name attempts and are on the customer's paper.
 */
export function redact(text: string): string {
  return text
    .replace(bearer, 'Bearer …')
    .replace(idLike, (word) =>
      word.length <= longestPlainWord || isMarker(word) ? word : `…${word.slice(-4)}`,
    )
}

function describeCause(cause: unknown): string {
  if (cause === undefined) return ''
  return ` ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`
}

function makeRoom(file: string, largestBytes: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < largestBytes) return
  for (let number = olderFiles - 1; number >= 1; number -= 1) {
    if (statSync(`${file}.${number}`, { throwIfNoEntry: false })) {
      renameSync(`${file}.${number}`, `${file}.${number + 1}`)
    }
  }
  renameSync(file, `${file}.1`)
}

/**
 * A small log in the profile: one line each, redacted, at most four files of 1 MiB. A disk that takes no
 * more lines never stops the counter: then the line goes to standard error alone.
 */
export function makeLog({ folder, now, makeReference, largestBytes = 1024 * 1024 }: Surroundings): Log {
  const file = path.join(folder, logFileName)

  function write(level: 'info' | 'warn' | 'error', message: string): void {
    const line = `${now().toISOString()} ${level} ${redact(message).replace(/\s*\n\s*/g, ' | ')}\n`
    try {
      mkdirSync(folder, { recursive: true })
      makeRoom(file, largestBytes)
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      process.stderr.write(line)
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
