/**
 * With any byte of a small record changed, cut at any length, or with files gone, doubled, swapped or put back, opening never
 * gives another standing, and a new record unlocks nothing that the keychain knows, nor what a file that is left has. A sample that moves with the commit; all
 * of it with `EXTENT=night`.
 */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { byExtent, extent } from '../../shared/testing/extent'
import { lockIn } from './fold'
import type { PaymentLock, Standing } from './journal-types'
import { readLog } from './log'
import type { Salvaged } from './salvage'
import {
  arrangements,
  changedBits,
  cuts,
  type Damaged,
  filesInMemory,
  lockedPayments,
  makeReopenedRecord,
  makeSmallRecord,
  others,
  salvaged,
  standingOfAttempts,
  takenOver,
} from './testing/damaged-record'

const isNight = extent() === 'night'
/** Tries one in so many bytes, from another offset for each commit (vitest.config.ts). */
const every = byExtent({ quick: 1997, ci: 97, night: 1 })
const from = Number(process.env.PROPERTY_SEED ?? 0) % every
/** Damage that is no byte's: one in so many while a person waits. */
const otherDamage = (isMeant: (how: string) => boolean, quick = 2) =>
  [...others(record)]
    .filter(({ how }) => isMeant(how))
    .filter((_, number) => (number + from) % byExtent({ quick, ci: 1, night: 1 }) === 0)
const record = makeSmallRecord()
const reopened = makeReopenedRecord()

const alarmsOf = ({ lines }: Salvaged) =>
  lines.flatMap((line) => ('till' in line && line.till.kind !== 'practice_heard' ? [line.till.kind] : []))

/** Returns the payments that were locked and that a new journal would not lock. */
function unlocked({ lines }: Salvaged, of = record): readonly string[] {
  const locks = lines.flatMap((line, place): readonly PaymentLock[] =>
    'payment' in line && line.payment.kind === 'locked_unread'
      ? [{ line: place + 1, event: line.payment }]
      : [],
  )
  const standing: Standing = { ...standingOfAttempts(takenOver(lines)), locks }
  return lockedPayments(of.standing).filter((id) => lockIn(standing, id) === null)
}

async function outcomeOf({ texts }: Damaged): Promise<string> {
  const files = filesInMemory(texts)
  const { kept } = record
  const read = readLog(files, record.keys, kept.head)
  if (read.ok) {
    return isDeepStrictEqual(read.value.fold.standing, record.standing) ? 'same' : 'another'
  }
  const found = await salvaged(files, record.keys, kept)
  const free = unlocked(found)
  const told = alarmsOf(found).includes('could_not_be_read')
  return `${read.fault.why} ${free.length === 0 ? 'locked' : `unlocked ${told ? 'and told' : 'silently'}`}`
}

async function count(damages: Iterable<Damaged>): Promise<ReadonlyMap<string, readonly string[]>> {
  const outcomes = new Map<string, string[]>()
  for (const damage of damages) {
    const name = await outcomeOf(damage)
    outcomes.set(name, [...(outcomes.get(name) ?? []), damage.how])
  }
  return outcomes
}

const allowed = [
  'same',
  'journal_damaged locked',
  'journal_rolled_back locked',
  'journal_missing locked',
  'journal_wrong_key locked',
  'journal_other_version locked',
]

describe('a record that is damaged', () => {
  it.each([
    ['a bit of any byte', () => changedBits(record, every, from)],
    ['a cut at any length', () => cuts(record, every, from)],
    ['pages of zeroes', () => otherDamage((how) => how.startsWith('zeroes'))],
    ['lines gone, doubled or swapped', () => otherDamage((how) => how.startsWith('line'))],
    ['files gone, doubled, swapped or put back', () => otherDamage((how) => !/^(zeroes|line)/.test(how))],
  ])(
    'by %s never opens with another standing, and a new record unlocks nothing',
    async (what, damages) => {
      const outcomes = await count(damages())
      if (isNight)
        console.log(what, [...outcomes].map(([name, each]) => `${name}: ${each.length}`).join('; '))
      expect([...outcomes].filter(([name]) => !allowed.includes(name))).toEqual([])
      expect(outcomes.size).toBeGreaterThan(0)
    },
    3_600_000,
  )

  describe.each([
    ['head', record.keys.key],
    ['key', null],
  ])('and whose keychain has lost the %s', (_, key) => {
    it.each([
      ['zeroes', /^zeroes/],
      ['lines gone, doubled or swapped', /^line/],
      [
        'files doubled, swapped, put back, or gone but for the newest',
        /^journal(?!.*(3\.log gone| of .*3\.log)$)/,
      ],
    ])('unlocks nothing in a new record: %s', async (_, kind) => {
      const { id } = record.keys
      const free: string[] = []
      for (const { how, texts } of otherDamage((each) => kind.test(each), 4)) {
        const found = await salvaged(filesInMemory(texts), { id, key })
        free.push(...unlocked(found).map((payment) => `${payment}: ${how}`))
      }
      expect(free).toEqual([])
    })
  })

  it.each([
    ['everything', true, true],
    ['no head', true, false],
    ['no key', false, false],
  ])(
    'unlocks nothing in any arrangement of its files, where the keychain has %s',
    async (_, hasKey, hasHead) => {
      const { keys, kept } = reopened
      const free: string[] = []
      const known = { id: keys.id, key: hasKey ? keys.key : null }
      const one = byExtent({ quick: 1997, ci: 41, night: 1 })
      for (const { how, texts } of arrangements(reopened, one, from)) {
        const found = await salvaged(filesInMemory(texts), known, hasHead ? kept : null)
        free.push(...unlocked(found, reopened).map((payment) => `${payment}: ${how}`))
      }
      expect(free).toEqual([])
    },
    3_600_000,
  )

  it('raises an alarm for a loss where only the keychain could have known what was locked', async () => {
    const last = [...record.texts.keys()].sort().at(-1) ?? ''
    const left = new Map([...record.texts].filter(([name]) => name !== last))
    const found = await salvaged(filesInMemory(left), record.keys)
    expect([unlocked(found), alarmsOf(found)]).toEqual([
      ['pay-5'],
      ['could_not_be_read', 'could_not_be_read'],
    ])
  })

  it.each([
    ['with its key lost too', null],
    ['with a key that opens nothing', Buffer.alloc(32, 9)],
  ])('%s locks all that was undecided, by the unsealed part', async (_, key) => {
    const found = await salvaged(filesInMemory(record.texts), { id: record.keys.id, key })
    expect([unlocked(found), found.taken.unread]).toEqual([[], 2])
  })
})
