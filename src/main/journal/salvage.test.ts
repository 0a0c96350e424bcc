import { describe, expect, it } from 'vitest'
import {
  answeredBy,
  checked,
  decided,
  intent,
  lost,
  otherMarker,
  refusal,
  snapshot,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { clearLocks } from './clear-locks'
import { headEntryOf } from './journal-keys'
import { chainStart, lockHash } from './journal-line'
import { goOn, newLog, readLog } from './log'
import type { RecordFiles } from './record-files'
import { recordKeys, segmentName } from './segment'
import { filesInMemory, makeSmallRecord, salvaged, takenOver } from './testing/damaged-record'
import { acted, answeredRefund, type StoryStep } from './testing/journal-story'

const keys = recordKeys('00000000-0000-4000-8000-000000000001', Buffer.alloc(32, 7))
const own = intent()
const { marker } = own

/** Salvages a record of these steps, changed by `spoil`, whose head is unknown. */
async function afterSpoiling(steps: readonly StoryStep[], spoil: (line: string, seq: number) => string) {
  const files = filesInMemory()
  const log = newLog(files, keys, () => startOfDay)
  for (const step of steps) log.append(step)
  for (const [name, text] of files.texts) {
    const lines = text.split('\n').map((line, place) => spoil(line, place + 1))
    files.texts.set(name, lines.join('\n'))
  }
  const { lines, taken, carried } = await salvaged(files, keys)
  return { ...taken, lines, carried, attempts: takenOver(lines) }
}

/**
 * Salvages a record whose disk refused to flush a decision, so that it went on in another file.
 * `isSeen`: whether a value was noted before the decision, which the next file repeats. `written`: how many lines that gets
 * besides. `spoil` changes it; null removes it. `isKept`: whether the head is known.
 */
async function afterRefusedDecision({
  isSeen,
  written,
  spoil,
  isKept,
}: {
  readonly isSeen: boolean
  readonly written: number
  readonly spoil: (text: string) => string | null
  readonly isKept: boolean
}) {
  const files = filesInMemory()
  let refuses = false
  const flush = () => {
    if (refuses) throw new Error('ENOSPC')
  }
  const disk = { ...files, create: (name: string) => ({ ...files.create(name), flush }) }
  const log = newLog(disk, keys, () => startOfDay)
  for (const step of [...begun, { marker, event: answeredBy(lost, 'unconfirmed') }]) log.append(step)
  if (isSeen) log.note({ at: startOfDay, id: 'pay-9', refunded: 100, currency: 'HKD' })
  refuses = true
  log.append({ marker, event: decided('not_refunded') })
  refuses = false
  log.begin()
  for (let line = 1; line < written; line += 1) log.append({ till: acted })
  const [name = '', text = ''] = [...files.texts].at(-1) ?? []
  const spoilt = spoil(text)
  if (spoilt === null) files.texts.delete(name)
  else files.texts.set(name, spoilt)
  const kept = isKept ? headEntryOf(log.head(), log.fold().standing) : null
  const { lines, taken } = await salvaged(files, keys, kept)
  return { ...taken, attempts: takenOver(lines) }
}

const broken = (line: string) => `${line.slice(0, -1)}!`
const begun = answeredRefund(own, startOfDay, null).slice(0, 1)
const settled = answeredRefund(own, startOfDay, 2000)
const quiet = (to: 'refusal_seen' | 'refused') => ({ marker, event: checked(snapshot(), to) })

describe('what a new journal goes on from', () => {
  it('has what was on its way as unconfirmed, because it may have been sent', async () => {
    const { attempts } = await afterSpoiling(begun, (line) => line)
    expect(attempts.map(({ state }) => state)).toEqual(['unconfirmed'])
  })

  it('locks a refund whose lines are lost by their unsealed part, and no unsealed part unlocks it', async () => {
    const { attempts, unread } = await afterSpoiling(settled, (line, seq) => (seq > 1 ? broken(line) : line))
    expect([attempts, unread]).toEqual([[], 1])
  })

  it('locks a payment whose lowered value came back, though neither that line opens nor a head is kept', async () => {
    const value = { id: 'pay-1', currency: 'HKD', refunded: 900 }
    const returned = { payment: { kind: 'lowering_returned', at: startOfDay, ...value } } as const
    const { unread } = await afterSpoiling([returned], (line, seq) => (seq > 1 ? broken(line) : line))
    expect(unread).toBe(1)
  })

  it('locks again what a lost line left undecided, though all that opens says it is settled', async () => {
    const refused: readonly StoryStep[] = [
      ...begun,
      { marker, event: answeredBy(refusal, 'refusal_seen') },
      quiet('refused'),
      { marker, event: checked(snapshot({ refunded: 2000 }), 'unconfirmed') },
    ]
    const { attempts } = await afterSpoiling(refused, (line, seq) => (seq === 5 ? broken(line) : line))
    expect(attempts.map(({ state, alarms }) => [state, alarms.map(({ alarm }) => alarm)])).toEqual([
      ['unconfirmed', ['records_contradict']],
    ])
  })

  it.each([3, 4])(
    'takes a person’s decision and what follows, though line %i before is lost',
    async (gone) => {
      const decidedOne: readonly StoryStep[] = [
        ...begun,
        { marker, event: answeredBy(lost, 'unconfirmed') },
        { marker, event: checked(snapshot(), 'unconfirmed') },
        { marker, event: decided('not_refunded') },
        { marker, event: { kind: 'watched', at: startOfDay, refunded: 0 } },
      ]
      const { attempts } = await afterSpoiling(decidedOne, (line, seq) =>
        seq === gone ? broken(line) : line,
      )
      expect(attempts.map(({ state }) => state)).toEqual(['not_refunded'])
    },
  )

  it('repeats an old alarm, which is no new loss: when the sums became unknown is kept', async () => {
    const loss = {
      kind: 'could_not_be_read',
      at: 1,
      lines: 2,
      sumsUnknown: true,
      detail: 'Two lines',
    } as const
    const { lines, carried } = await afterSpoiling([{ till: loss }], (line) => line)
    const outcome = [lines[0], carried.unread]
    expect(outcome).toEqual([{ till: { ...loss, sumsUnknown: false } }, { at: 1, ran: expect.any(Number) }])
  })

  const withoutFirst = (text: string) => text.replace(/^.*\n/, '')
  it.each([
    ['has lost its first line', { isSeen: false, written: 2, isKept: true, spoil: withoutFirst }],
    [
      'has lost its first line, and no head is kept',
      { isSeen: false, written: 2, isKept: false, spoil: withoutFirst },
    ],
    ['has only lines of the same numbers', { isSeen: true, written: 1, isKept: true, spoil: withoutFirst }],
    ['is gone, and only its head is kept', { isSeen: false, written: 1, isKept: true, spoil: () => null }],
  ])('takes no decision that the disk refused, where the next file %s', async (_, damage) => {
    const { attempts, missing } = await afterRefusedDecision(damage)
    expect([attempts.map(({ state }) => state), missing]).toEqual([
      ['unconfirmed'],
      damage.isKept ? expect.toSatisfy((lines: number) => lines > 0) : null,
    ])
  })
})

type Files = ReturnType<typeof filesInMemory>

const lockOf = (id: string) => lockHash(id).slice(0, 16)

/** A record of so many runs, each with a file of its own. */
function recordOf(...runs: readonly (readonly StoryStep[])[]): Files {
  const files = filesInMemory()
  const now = () => startOfDay
  for (const [run, steps] of runs.entries()) {
    const read = readLog(files, keys, chainStart(keys.id))
    if (run > 0 && !read.ok) throw new Error(read.fault.detail)
    const log = read.ok ? goOn(files, keys, read.value, now) : newLog(files, keys, now)
    log.begin()
    for (const step of steps) log.append(step)
    log.close()
  }
  return files
}

/** A record whose first run began an undecided refund, and whose second wrote so many other lines. */
const twoRuns = (seconds = 2) =>
  recordOf(
    begun,
    Array.from({ length: seconds }, (_, count) => {
      return { till: { kind: 'practice_heard', at: startOfDay, address: `https://p${count}.example` } }
    }),
  )

function change({ texts }: Files, file: number, edit: (lines: readonly string[]) => readonly string[]): void {
  const name = segmentName(keys.id, file)
  texts.set(name, edit((texts.get(name) ?? '').split('\n')).join('\n'))
}

/** The small record, whose third and newest run began the refund of pay-5, with two files in each other's place. */
function swapped(one: number, other: number) {
  const { keys, texts } = makeSmallRecord()
  const files = filesInMemory(texts)
  const name = (file: number) => segmentName(keys.id, file)
  files.texts.set(name(one), texts.get(name(other)) ?? '').set(name(other), texts.get(name(one)) ?? '')
  return { keys, files, name }
}

/** The hashes of all payments that a new journal locks when the keychain has lost the head. */
async function lockedBy(files: Files, of = keys) {
  const { lines } = await salvaged(files, of)
  const unread = lines.flatMap((line) =>
    'payment' in line && line.payment.kind === 'locked_unread' ? [line.payment.lock] : [],
  )
  const open = takenOver(lines).flatMap(({ state, intent: { id } }) => (state === 'unconfirmed' ? [id] : []))
  return [...open.map(lockOf), ...unread]
}

describe('a new journal, where the keychain has lost the head', () => {
  const withBrokenFirst = ([first = '', ...rest]: readonly string[]) => [broken(first), ...rest]

  it.each([
    ['has lost its first line', 2, withBrokenFirst],
    [
      'has zeroes in its place',
      2,
      ([first = '', ...rest]: readonly string[]) => ['\0'.repeat(first.length), ...rest],
    ],
    ['is empty, as a power cut leaves it', 0, () => []],
  ])(
    'locks what an older file has begun that lost its first line, where the newest %s',
    async (_, seconds, edit) => {
      const files = twoRuns(seconds)
      change(files, 1, withBrokenFirst)
      change(files, 2, edit)
      expect(await lockedBy(files)).toEqual([lockOf(own.id)])
    },
  )

  it.each([
    [1, 3],
    [2, 3],
  ])(
    'unlocks nothing where files %i and %i are swapped and the newer has lost its first line',
    async (one, other) => {
      const { keys, files, name } = swapped(one, other)
      files.texts.set(name(one), (files.texts.get(name(one)) ?? '').replace(/^.*\n/, ''))
      expect(await lockedBy(files, keys)).toContain(lockOf('pay-5'))
    },
  )

  it('unlocks nothing where all files have lost their first line and are in another order', async () => {
    const { keys, files } = swapped(2, 3)
    for (const [name, text] of files.texts) files.texts.set(name, text.replace(/^.*\n/, ''))
    expect(await lockedBy(files, keys)).toContain(lockOf('pay-5'))
  })
})

/** A refund of HK$20.00 that its answer settles, in two steps. */
const refunded = (marker: string, id: string) =>
  answeredRefund(intent({ marker, id }), startOfDay, 2000).map((step) => [step])

/**
 * A record whose second file settles one refund, and another that moves again in the third, where a third one is settled. The
 * first file began them all.
 */
function threeRuns(): Files {
  const [another = [], settled = []] = refunded(otherMarker, 'pay-2')
  const [third = [], settledLast = []] = refunded('R-CCCCCCCCCC', 'pay-3')
  const refused = { marker, event: answeredBy(refusal, 'refusal_seen') }
  const again = { marker, event: checked(snapshot({ refunded: 2000 }), 'unconfirmed') }
  return recordOf(
    [...begun, ...another, ...third],
    [...settled, refused, quiet('refused')],
    [again, ...settledLast],
  )
}

describe('the unsealed locks of a journal whose key is lost', () => {
  const locksOf = (files: RecordFiles) => clearLocks(files, keys.id).map(({ lock }) => lock)

  /** With the content of each file, and which lines a file has lost. */
  it.each<[string, readonly number[], Readonly<Record<number, readonly number[]>>]>([
    ['as they were written', [1, 2, 3], {}],
    ['there, the newest twice', [1, 2, 3, 3], {}],
    ['there, an older one twice', [1, 2, 2, 3], {}],
    ['there, the first line of an older one twice', [1, 2, 2, 3], { 3: [2, 3, 4], 4: [1] }],
    ['in the opposite order', [3, 2, 1], {}],
    ['in another order', [2, 3, 1], {}],
    ['there, the first without its first line', [1, 2, 3], { 1: [1] }],
    ['there, the second without its first line', [1, 2, 3], { 2: [1] }],
    ['there, the second without a line that settles', [1, 2, 3], { 2: [2] }],
    ['there, the newest without its first line', [1, 2, 3], { 3: [1] }],
    ['there, two of them without their first lines', [1, 2, 3], { 2: [1], 3: [1] }],
    ['in the opposite order and without first lines', [3, 2, 1], { 1: [1], 2: [1], 3: [1] }],
  ])('are of what stands open, whether its files are %s', (_, order, lost) => {
    const { texts } = threeRuns()
    const files = filesInMemory()
    for (const [at, number] of order.entries()) {
      files.texts.set(segmentName(keys.id, at + 1), texts.get(segmentName(keys.id, number)) ?? '')
      change(files, at + 1, (lines) => lines.filter((_line, place) => !lost[at + 1]?.includes(place + 1)))
    }
    expect(locksOf(files)).toEqual([lockOf(own.id)])
  })

  it('are those of older files too where the newest has lost its first line', () => {
    const files = twoRuns()
    change(files, 2, (lines) => lines.slice(1))
    expect(locksOf(files)).toEqual([lockOf(own.id)])
  })

  it('are those of every damaged line', () => {
    const files = recordOf([...begun, ...(refunded(otherMarker, 'pay-2')[0] ?? [])])
    change(files, 1, (lines) => lines.map(broken))
    expect(locksOf(files)).toEqual([own.id, 'pay-2'].map(lockOf))
  })

  it('are not told while another program holds the newest file, and are those of the others where it holds an older one', () => {
    const files = threeRuns()
    const held = (number: number): RecordFiles => ({
      ...files,
      read(name) {
        if (name === segmentName(keys.id, number)) throw Object.assign(new Error('held'), { code: 'EBUSY' })
        return files.read(name)
      },
    })
    expect(() => locksOf(held(3))).toThrow('held')
    // Another refund was settled in that one.
    expect(locksOf(held(2))).toEqual([own.id, 'pay-2'].map(lockOf))
  })
})
