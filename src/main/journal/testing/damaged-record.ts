/** A small record of three runs, and all ways in which a disk or a person can damage its files. */

import { randomUUID } from 'node:crypto'
import type { Attempt } from '../../../shared/attempt/attempt'
import { isOpen } from '../../../shared/refund/refund'
import {
  answeredBy,
  checked,
  decided,
  intent,
  lost,
  refusal,
  snapshot,
  startOfDay,
} from '../../../shared/testing/refund-samples'
import { nothingStands, undecidedIn } from '../fold'
import { type HeadEntry, headEntryOf } from '../journal-keys'
import { chainStart } from '../journal-line'
import type { Standing } from '../journal-types'
import { type Draft, goOn, type Log, newLog, readLog } from '../log'
import type { RecordFiles } from '../record-files'
import { salvage } from '../salvage'
import { recordKeys, segmentName, segmentsIn } from '../segment'
import { answeredRefund, type StoryStep, story } from './journal-story'

/** The record's files in memory. Reading a missing one throws as a disk does. */
export type FilesInMemory = RecordFiles & { readonly texts: Map<string, string> }

export function filesInMemory(texts: ReadonlyMap<string, string> = new Map()): FilesInMemory {
  const all = new Map(texts)
  const read = (name: string) => {
    const text = all.get(name)
    if (text === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
    return text
  }
  return {
    texts: all,
    names: () => [...all.keys()],
    exists: (name) => all.has(name),
    read,
    readNow: read,
    flush: () => undefined,
    remove: (name) => void all.delete(name),
    create(name) {
      if (all.has(name)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' })
      all.set(name, '')
      return {
        append: (text) => all.set(name, `${all.get(name) ?? ''}${text}`),
        flush: () => undefined,
        close: () => undefined,
        discard: () => undefined,
      }
    },
  }
}

export type SmallRecord = {
  readonly keys: ReturnType<typeof recordKeys>
  readonly texts: ReadonlyMap<string, string>
  readonly kept: HeadEntry
  readonly standing: Standing
  /** The files as they were before the last two refunds. */
  readonly older: ReadonlyMap<string, string>
}

const key = Buffer.alloc(32, 7)
const now = () => startOfDay

function write(log: Log, steps: readonly StoryStep[]): void {
  for (const step of steps) {
    const added = log.append(step)
    if (!added.ok) throw new Error(JSON.stringify(added.fault))
  }
}

/** Two refunds that are undecided, one refused and watched, one settled, an alarm. */
export function makeSmallRecord(): SmallRecord {
  const keys = recordKeys(randomUUID(), key)
  const files = filesInMemory()
  const first = newLog(files, keys, now)
  write(first, story)
  first.close()
  const older = new Map(files.texts)
  const second = next(files, keys)
  second.note({ at: startOfDay, id: 'pay-9', refunded: 100, currency: 'HKD' })
  write(second, answeredRefund(intent({ marker: 'R-DDDDDDDDDD', id: 'pay-4' }), startOfDay, 2000))
  second.close()
  const third = next(files, keys)
  write(third, answeredRefund(intent({ marker: 'R-EEEEEEEEEE', id: 'pay-5' }), startOfDay, null))
  third.close()
  const { standing } = third.fold()
  return { keys, texts: files.texts, kept: headEntryOf(third.head(), standing), standing, older }
}

function next(files: RecordFiles, keys: SmallRecord['keys']): Log {
  const read = readLog(files, keys, chainStart(keys.id))
  if (!read.ok) throw new Error(read.fault.detail)
  return goOn(files, keys, read.value, now)
}

/** Salvages a record as a new journal does. `kept` is what the keychain knows of its head. */
export const salvaged = (
  files: RecordFiles,
  { id, key }: { readonly id: string; readonly key: Buffer | null },
  kept: HeadEntry | null = null,
) => salvage({ files, journal: id, key, kept, now: startOfDay, yieldToEventLoop: async () => undefined })

/** The attempts that a new journal goes on with. */
export const takenOver = (lines: readonly Draft[]): readonly Attempt[] =>
  lines.flatMap((line) => ('event' in line && line.event.kind === 'taken_over' ? [line.event.attempt] : []))

export const lockedPayments = (standing: Standing): readonly string[] =>
  undecidedIn(standing).map(({ intent }) => intent.id)

/** The standing with only these attempts: what all their lines would lead to, at once. */
export function standingOfAttempts(attempts: readonly Attempt[]): Standing {
  const open = attempts
    .filter(isOpen)
    .sort((a, b) => a.createdAt - b.createdAt || (a.intent.marker < b.intent.marker ? -1 : 1))
  return { ...nothingStands, attempts: new Map(open.map((attempt) => [attempt.intent.marker, attempt])) }
}

export type Damaged = { readonly how: string; readonly texts: ReadonlyMap<string, string> }

const names = ({ texts }: SmallRecord) => [...texts.keys()].sort()

/** Three runs in which one refund is decided and doubted by turns, one refused and doubted, and two begin. */
export function makeReopenedRecord(): SmallRecord {
  const keys = recordKeys(randomUUID(), key)
  const files = filesInMemory()
  const refundOf = (letter: string) => {
    const marker = `R-${letter.repeat(10)}`
    const id = `pay-${letter}`
    const rises = (refunded: number) => ({
      marker,
      event: checked(snapshot({ id, refunded }), 'unconfirmed'),
    })
    const begins = {
      marker,
      event: { kind: 'sending', at: startOfDay, intent: intent({ marker, id }) },
    } as const
    return { marker, begins, rises, isFree: { marker, event: decided('not_refunded') } }
  }
  const [a, b, c, d] = [refundOf('A'), refundOf('B'), refundOf('C'), refundOf('D')]
  const first = newLog(files, keys, now)
  write(first, [a.begins, { marker: a.marker, event: answeredBy(lost, 'unconfirmed') }])
  write(first, [b.begins, { marker: b.marker, event: answeredBy(refusal, 'refusal_seen') }])
  write(first, [{ marker: b.marker, event: checked(snapshot({ id: 'pay-B' }), 'refused') }])
  first.close()
  const older = new Map(files.texts)
  const second = next(files, keys)
  second.note({ at: startOfDay, id: 'pay-9', refunded: 100, currency: 'HKD' })
  write(second, [b.rises(2000), a.isFree, d.begins])
  second.close()
  const third = next(files, keys)
  write(third, [a.rises(2000), a.isFree, a.rises(3000), c.begins, b.isFree])
  third.close()
  const { standing } = third.fold()
  return { keys, texts: files.texts, kept: headEntryOf(third.head(), standing), standing, older }
}

type Laid = { readonly how: string; readonly text: string; readonly number: number; readonly keeps: Kept }
type Kept = 'all' | 'all but the first line' | 'some'

/**
 * Lays whole files, copies, files without their first line and pieces of files under the names of four, each `every`th way in
 * which all is still somewhere: the newest file, or its later lines with all that is before them.
 */
export function* arrangements({ texts, keys }: SmallRecord, every: number, from: number): Generator<Damaged> {
  const all = [...texts.keys()].sort().flatMap((name, number): readonly Laid[] => {
    const text = texts.get(name) ?? ''
    const [first = '', ...rest] = text.split(/(?<=\n)/)
    const beheaded = { number, keeps: 'all but the first line' } as const
    return [
      { how: `${number}`, text, number, keeps: 'all' },
      { how: `${number} without its first line`, text: rest.join(''), ...beheaded },
      {
        how: `${number} with zeroes first`,
        text: '0'.repeat(first.length - 1) + text.slice(first.length - 1),
        ...beheaded,
      },
      {
        how: `the beginning of ${number}`,
        text: [first, ...rest.slice(0, 2)].join(''),
        number,
        keeps: 'some',
      },
    ]
  })
  const choices = all.length + 1
  for (let way = from % every; way < choices ** 4; way += every) {
    const laid = [0, 1, 2, 3].map((place) => all[Math.floor(way / choices ** place) % choices] ?? null)
    const has = (number: number, keeps: Kept) =>
      laid.some((each) => each?.number === number && each.keeps === keeps)
    const isKept = (number: number): boolean =>
      number < 0 || has(number, 'all') || (has(number, 'all but the first line') && isKept(number - 1))
    if (!isKept(texts.size - 1)) continue
    const files = laid.flatMap((each, place) =>
      each === null ? [] : [[segmentName(keys.id, place + 1), each.text] as const],
    )
    yield { how: laid.map((each) => each?.how ?? 'none').join(', '), texts: new Map(files) }
  }
}

/** Flips two bits of every `every`th byte. */
export function* changedBits(record: SmallRecord, every: number, from: number): Generator<Damaged> {
  for (const name of names(record)) {
    const text = record.texts.get(name) ?? ''
    for (let place = from % every; place < text.length; place += every) {
      for (const bit of [1, 16]) {
        const changed = String.fromCharCode(text.charCodeAt(place) ^ bit)
        const spoilt = text.slice(0, place) + changed + text.slice(place + 1)
        yield {
          how: `bit ${bit} of byte ${place} of ${name}`,
          texts: new Map([...record.texts, [name, spoilt]]),
        }
      }
    }
  }
}

/** Cuts each file at every `every`th length. */
export function* cuts(record: SmallRecord, every: number, from: number): Generator<Damaged> {
  for (const name of names(record)) {
    const text = record.texts.get(name) ?? ''
    for (let length = from % every; length < text.length; length += every) {
      yield {
        how: `${name} cut at ${length}`,
        texts: new Map([...record.texts, [name, text.slice(0, length)]]),
      }
    }
  }
}

/** Zeroes in place of a piece; a file gone, doubled, swapped with another, or put back from an older copy. */
export function* others(record: SmallRecord): Generator<Damaged> {
  const { texts, older, keys } = record
  for (const name of names(record)) {
    const text = texts.get(name) ?? ''
    for (let from = 0; from < text.length; from += 512) {
      const zeroes = '\0'.repeat(Math.min(512, text.length - from))
      const spoilt = text.slice(0, from) + zeroes + text.slice(from + 512)
      yield { how: `zeroes from ${from} in ${name}`, texts: new Map([...texts, [name, spoilt]]) }
    }
    yield { how: `${name} gone`, texts: new Map([...texts].filter(([each]) => each !== name)) }
    const numbers = segmentsIn([...texts.keys()]).get(keys.id) ?? []
    const doubled = name.replace(/\d{6}\.log$/, `${String(numbers.length + 1).padStart(6, '0')}.log`)
    yield { how: `${name} doubled`, texts: new Map([...texts, [doubled, text]]) }
    for (const other of names(record).filter((each) => each > name)) {
      const swapped = new Map([...texts, [name, texts.get(other) ?? ''], [other, text]])
      yield { how: `${name} and ${other} swapped`, texts: swapped }
      yield { how: `${name} in place of ${other}`, texts: new Map([...texts, [other, text]]) }
    }
    const lines = text.split('\n').slice(0, -1)
    for (const [place, line] of lines.entries()) {
      const put = (changed: readonly string[]) =>
        new Map([...texts, [name, changed.map((each) => `${each}\n`).join('')]])
      yield { how: `line ${place} of ${name} gone`, texts: put(lines.toSpliced(place, 1)) }
      yield { how: `line ${place} of ${name} doubled`, texts: put(lines.toSpliced(place, 0, line)) }
      const after = lines[place + 1]
      if (after !== undefined) {
        yield { how: `line ${place} of ${name} swapped`, texts: put(lines.toSpliced(place, 2, after, line)) }
      }
    }
  }
  yield { how: 'everything put back from an older copy', texts: older }
  for (const [name, text] of older)
    yield { how: `${name} put back`, texts: new Map([...texts, [name, text]]) }
  yield { how: 'everything gone', texts: new Map() }
}
