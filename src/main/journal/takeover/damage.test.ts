/**
 * Damage of every kind to the bytes of a journal: nothing that anything readable knew may be lost, and nothing may
 * throw. At night all of it is tried, else a part.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUndecided } from '../../../shared/refund'
import { byExtent, extent } from '../../../shared/testing/extent'
import type { HeadEntry } from '../journal-keys'
import { lockHash } from '../journal-line'
import type { StoryStep } from '../testing/journal-story'
import { type Damaged, isLocked, readBySqlite, type Taken, takeOverBytes } from './testing/damaged-bytes'
import { decidedTo, moved, named, refunded, refused, sent, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, type TillJournals } from './testing/till-journals'

const isLong = extent() === 'night'
const pageSize = 4096

/** A journal as it lies on the disk, and what is undecided in it. */
type Story = Damaged & {
  readonly key: Buffer
  readonly head: HeadEntry
  /** Payments that are locked. */
  readonly locked: readonly string[]
  readonly ids: readonly string[]
  readonly now: number
}

const tills: TillJournals[] = []
afterAll(() => {
  for (const till of tills) till.remove()
})

async function written(steps: readonly StoryStep[], ids: readonly string[]): Promise<Story> {
  const till = makeTillJournals()
  tills.push(till)
  await till.write([named, ...steps])
  const journal = await till.openWell()
  const locked = ids.filter((id) => journal.lockOn({ services: [1], id }) !== null)
  journal.close()
  const id = till.inForce()
  const key = await till.keys.readKey(id)
  const head = await till.keys.readHead(id)
  if (!key.ok || key.value === null || !head.ok || head.value === null || head.value === 'damaged') {
    throw new Error('The keychain of the story is not in order')
  }
  const bytes = readFileSync(till.file())
  return { id, bytes, key: key.value, head: head.value, locked, ids, now: till.clock.now + 1000 }
}

/** A little of everything. */
const small = () => {
  const at = 1_800_000_000_000
  const unread: StoryStep = {
    payment: {
      kind: 'locked_unread',
      at,
      lock: lockHash(1, 'pay-9'),
      marker: '',
      since: null,
      services: 1,
    },
  }
  const lowered: StoryStep = {
    payment: {
      kind: 'lowered',
      at,
      service: 1,
      id: 'pay-1',
      from: { refunded: 2000, updatedAt: '' },
      to: { refunded: 0, updatedAt: '' },
      by: null,
    },
  }
  const steps = [
    ...refunded({ number: 1, id: 'pay-1' }),
    ...refused({ number: 2, id: 'pay-2' }),
    ...unconfirmed({ number: 3, id: 'pay-2' }),
    ...unconfirmed({ number: 4, id: 'pay-3' }),
    ...decidedTo({ number: 4, id: 'pay-3' }, 'not_refunded'),
    lowered,
    ...unconfirmed({ number: 5, id: 'pay-3' }),
    ...refused({ number: 6, id: 'pay-4' }),
    ...moved({ number: 6, id: 'pay-4' }),
    unread,
    ...unconfirmed({ number: 7, id: 'pay-5' }),
    ...decidedTo({ number: 7, id: 'pay-5' }, 'refunded'),
    ...sent({ number: 8, id: 'pay-6' }),
  ]
  return written(
    steps,
    [1, 2, 3, 4, 5, 6, 9].map((number) => `pay-${number}`),
  )
}

/** So many refunds, every fifth of them open. */
const large = (count: number) => {
  const refunds = Array.from({ length: count }, (_, index) => ({ number: index + 1, id: `pay-${index + 1}` }))
  const marker = (number: number) => `R-${String(number).padStart(10, '0')}`
  const steps = refunds.flatMap((refund) => {
    const own =
      refund.number % 5 === 0 ? unconfirmed({ ...refund, number: 1 }) : refunded({ ...refund, number: 1 })
    return own.map((step) => renamed(step, marker(refund.number)))
  })
  return written(
    steps,
    refunds.map(({ id }) => id),
  )
}

function renamed(step: StoryStep, marker: string): StoryStep {
  if (!('event' in step)) return step
  const { event } = step
  return {
    marker,
    event: event.kind === 'intended' ? { ...event, intent: { ...event.intent, marker } } : event,
  }
}

function notLocked(taken: Taken, ids: Iterable<string>): readonly string[] {
  return [...ids].filter((id) => !isLocked(taken.standing, id))
}

/** Lines that are missing are counted against the kept head, and told. */
function expectCounted({ lines, inheritance }: Taken, story: Story): void {
  const told = lines.some((line) => 'till' in line && line.till.kind === 'could_not_be_read')
  const [first] = lines
  if (first === undefined || !('beginning' in first)) throw new Error('It does not begin with who began it')
  expect([first.beginning.missing, told]).toEqual([inheritance.missing, inheritance.missing !== 0])
  expect(inheritance.missing).toBeLessThanOrEqual(story.head.head.seq)
}

let story: Story
beforeAll(async () => {
  story = await small()
  expect(story.locked).toEqual(['pay-2', 'pay-3', 'pay-4', 'pay-6', 'pay-9'])
})

describe('three pages damaged at random', () => {
  const pages = () => story.bytes.length / pageSize
  const damaged = fc
    .record({
      where: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      how: fc.constantFrom('zeros', 'noise', 'another page', 'half'),
      seed: fc.nat(),
    })
    .map(({ where, how, seed }) => {
      const bytes = Buffer.from(story.bytes)
      for (const [index, nat] of where.entries()) {
        const page = bytes.subarray((nat % pages()) * pageSize, ((nat % pages()) + 1) * pageSize)
        if (how === 'zeros') page.fill(0)
        else if (how === 'half') page.subarray((seed + index) % pageSize).fill(0xff)
        else if (how === 'another page') {
          const other = ((seed + index) % pages()) * pageSize
          story.bytes.copy(page, 0, other, other + pageSize)
        } else for (let at = 0; at < pageSize; at += 1) page[at] = (seed * (at + 7) * (index + 3)) >>> 5
      }
      return bytes
    })

  it('never lose a lock while the keychain has its head: the lines that are missing are counted and told', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const taken = await takeOverBytes({ ...story, bytes }, story.now)
        expect(notLocked(taken, story.locked)).toEqual([])
        expectCounted(taken, story)
      }),
      { numRuns: byExtent({ quick: 60, ci: 150, night: 10_000 }), seed: 20_261_122 },
    )
  })

  it('never lose a lock that anything readable knew, with nothing but the file and its key', async () => {
    const file = join(tills[0]?.folder ?? '', 'judged')
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const readable = readBySqlite({ bytes, key: story.key }, file, story.ids, story.head.head.seq)
        const taken = await takeOverBytes({ ...story, bytes, head: null }, story.now)
        expect(notLocked(taken, readable.locked)).toEqual([])
        // Nor is a line lost that SQLite could read, wherever its pages were.
        const { missing } = (await takeOverBytes({ ...story, bytes }, story.now)).inheritance
        expect(missing).toBeLessThanOrEqual(story.head.head.seq - readable.lines.size)
      }),
      { numRuns: byExtent({ quick: 30, ci: 150, night: 10_000 }), seed: 20_261_122 },
    )
  })

  it('leave a lock for each undecided refund when the key is lost too, where its page is there', async () => {
    const taken = await takeOverBytes({ ...story, key: null, head: null }, story.now)
    expect([notLocked(taken, story.locked), taken.inheritance.records.length]).toEqual([[], 0])
  })
})

describe('a file that was cut', () => {
  /** Without the keychain, what must be locked grows with the file; it is all there at its end. */
  async function locksAt(length: number, head: HeadEntry | null): Promise<Taken> {
    return takeOverBytes({ ...story, bytes: story.bytes.subarray(0, length), head }, story.now)
  }

  it('at every byte of a small journal is read as far as it goes, and locks what the keychain knows', async () => {
    const step = isLong ? 1 : 1021
    let rows = 0
    for (let length = 0; length <= story.bytes.length; length += step) {
      const taken = await locksAt(length, story.head)
      const lost = notLocked(taken, story.locked)
      if (lost.length > 0) throw new Error(`Cut at byte ${length}: ${lost.join()}`)
      const known = taken.inheritance.records.length
      // What was there stays there as the file goes on.
      if (known < rows) throw new Error(`Cut at byte ${length}: ${known} refunds, ${rows} before it`)
      rows = known
    }
    const whole = await locksAt(story.bytes.length, story.head)
    expect([rows, whole.inheritance.missing, whole.inheritance.locks]).toEqual([8, 0, []])
  })

  it('at every page of a large journal is read as far as it goes, without the keychain too', async () => {
    const big = await large(isLong ? 500 : 100)
    const pages = big.bytes.length / pageSize
    const file = join(tills[0]?.folder ?? '', 'judged-large')
    for (let page = 0; page <= pages; page += isLong ? 1 : 16) {
      const bytes = big.bytes.subarray(0, page * pageSize)
      const taken = await takeOverBytes({ ...big, bytes, head: null }, big.now)
      const readable = readBySqlite({ bytes, key: big.key }, file, big.ids, big.head.head.seq)
      const lost = notLocked(taken, readable.locked)
      if (lost.length > 0) throw new Error(`Cut at page ${page}: ${lost.join()}`)
      const withHead = await takeOverBytes({ ...big, bytes }, big.now)
      const newest = big.locked.slice(-32)
      expect(notLocked(withHead, newest)).toEqual([])
      expect(withHead.inheritance.missing).toBeLessThanOrEqual(big.head.head.seq - readable.lines.size)
    }
    const whole = await takeOverBytes(big, big.now)
    const undecided = whole.inheritance.records.filter(({ attempt }) => isUndecided(attempt.state))
    expect([undecided.length, whole.inheritance.missing]).toEqual([big.locked.length, 0])
  })
})
