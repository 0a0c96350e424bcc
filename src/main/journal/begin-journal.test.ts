import * as fs from 'node:fs'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HighWater } from '../../shared/journal-events'
import { snapshot, startOfDay } from '../../shared/testing/refund-samples'
import type { Journal } from './journal-types'
import { digestOf } from './takeover/read-files'
import { decidedTo, markerOf, named, refunded, refused, unconfirmed } from './takeover/testing/refund-stories'
import { keepHead, makeTillJournals, supervisor, type TillJournals } from './takeover/testing/till-journals'
import { linesIn } from './testing/journal-reading'
import { type StoryStep, tamperWith, writeStory } from './testing/journal-story'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})
afterEach(() => till.remove())

const at = startOfDay
const payment = (id: string) => ({ services: [1], id })
const damage = (sql: string) => tamperWith(till.file(), `${sql}; DELETE FROM checkpoints`)

async function beginAndOpen() {
  expect(await till.opening()).toMatch(/^journal_/)
  const begun = await till.begin()
  if (!begun.ok) throw new Error(JSON.stringify(begun.fault))
  till.restart()
  return { begun: begun.value, journal: await till.openWell() }
}

const kindsOf = (journal: Journal, number: number) =>
  journal.lines(markerOf(number)).map(({ event }) => event.kind)

function lowered(id: string, from: number, to: number): StoryStep {
  const value = (refunded: number): HighWater => ({ refunded, updatedAt: '' })
  const by = { supervisor: 'Sam', why: 'The bank sent it back' }
  return { payment: { kind: 'lowered', at, service: 1, id, from: value(from), to: value(to), by } }
}

describe('a new journal', () => {
  it('says in its first line who began it, when and why, after which journal, and which files were read', async () => {
    await till.write([named, ...unconfirmed({ number: 1, id: 'pay-1' })])
    damage('UPDATE events SET line = zeroblob(9) WHERE seq = 2')
    const old = till.inForce()
    const kept = await till.keys.readHead(old)
    const sha256 = await digestOf(fs, till.file(), async () => undefined)
    till.clock.now += 5000
    const { journal, begun } = await beginAndOpen()
    const [first] = linesIn(journal, till.clock.now, till.clock.now)
    expect([first?.line, begun]).toEqual([
      {
        seq: 1,
        beginning: {
          at: till.clock.now,
          by: supervisor,
          after: old,
          last: journal.head().seq,
          files: expect.arrayContaining([{ file: `journal-${old}.db`, sha256 }]),
          oldHead:
            kept.ok && typeof kept.value === 'object' ? expect.stringMatching(/^4:[0-9a-f]{64}$/) : null,
          attempts: 1,
          unread: 0,
          missing: 1,
        },
      },
      { attempts: 1, undecided: 1, unread: 0, missing: 1 },
    ])
    journal.close()
  })

  it('has every refund of the old one with its evidence, its services, locks and alarms, and goes on', async () => {
    const locked: StoryStep = {
      payment: {
        kind: 'locked_unread',
        at,
        lock: 'ab'.repeat(32),
        marker: 'R-ZZZZZZZZZZ',
        since: at,
        services: 1,
      },
    }
    const alarm: StoryStep = {
      till: {
        kind: 'payment_alarmed',
        at,
        service: 1,
        id: 'pay-8',
        alarm: 'unexplained_rise',
        detail: 'Rose',
      },
    }
    const moved: StoryStep = {
      till: {
        kind: 'service_named',
        at,
        service: 1,
        address: 'https://new.example',
        why: 'moved',
        by: 'Sam',
      },
    }
    await till.write([
      named,
      ...refunded({ number: 1, id: 'pay-1' }),
      locked,
      ...refused({ number: 2, id: 'pay-2' }),
      alarm,
      moved,
      ...unconfirmed({ number: 3, id: 'pay-3' }),
    ])
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const { journal } = await beginAndOpen()
    const standing = journal.standing()
    expect({
      kinds: [1, 2, 3].map((number) => kindsOf(journal, number)),
      locks: standing.locks.map((lock) => lock.kind === 'unread' && [lock.lock, lock.marker, lock.since]),
      alarms: standing.alarms.map(({ event }) => event),
      services: [...standing.services.names],
      watch: journal.attempt(markerOf(2))?.watch?.ended,
    }).toEqual({
      kinds: [
        ['intended', 'sending', 'answered', 'taken_over'],
        ['intended', 'sending', 'answered', 'checked', 'checked', 'checked', 'taken_over'],
        ['intended', 'sending', 'answered', 'taken_over'],
      ],
      locks: [['ab'.repeat(32), 'R-ZZZZZZZZZZ', at]],
      alarms: ['till' in alarm ? alarm.till : null],
      services: [
        ['https://pay.example', [1]],
        ['https://new.example', [1]],
      ],
      watch: null,
    })
    const [step] = decidedTo({ number: 3, id: 'pay-3' }, 'refunded')
    if (step === undefined) throw new Error('No step')
    writeStory(journal, [step, ...refunded({ number: 4, id: 'pay-4' })])
    await keepHead(till.keys, journal)
    journal.close()
    till.restart()
    expect(await till.opening()).toBe('open')
  })

  it('keeps the high-water values, of payments that were only looked at too', async () => {
    await till.write([named, ...refunded({ number: 1, id: 'pay-1' })])
    const before = await till.openWell()
    for (const [id, sum] of [
      ['pay-1', 2500],
      ['seen', 700],
    ] as const) {
      before.raiseHighWater(1, snapshot({ id, refunded: sum }))
    }
    await keepHead(till.keys, before)
    before.close()
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const { journal } = await beginAndOpen()
    const updatedAt = snapshot().updatedAt
    expect(['pay-1', 'seen', 'never'].map((id) => journal.highWater(payment(id)))).toEqual([
      { refunded: 2500, updatedAt },
      { refunded: 700, updatedAt },
      null,
    ])
    journal.close()
  })

  it('reads the values out of the refunds where their own rows are gone', async () => {
    await till.write([named, ...refunded({ number: 1, id: 'pay-1', base: 500 })])
    damage('DELETE FROM high_water')
    const { journal } = await beginAndOpen()
    expect(journal.highWater(payment('pay-1'))).toMatchObject({ refunded: 2500 })
    journal.close()
  })

  it('applies lowerings in order: what was seen before the last counts no more, what was seen after it does', async () => {
    const first = { number: 1, id: 'pay-1' }
    await till.write([
      named,
      ...refunded(first),
      lowered('pay-1', 2000, 300),
      lowered('pay-1', 300, 0),
      ...refunded({ number: 2, id: 'pay-2' }),
      lowered('pay-2', 2000, 0),
      ...refunded({ number: 3, id: 'pay-2' }),
    ])
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const once = await beginAndOpen()
    const values = [once.journal.highWater(payment('pay-1')), once.journal.highWater(payment('pay-2'))]
    const order = [2, 3].map((number) => {
      const line = once.journal.attempt(markerOf(number))?.refundedLine ?? 0
      const place = once.journal.paymentLines(payment('pay-2')).at(-1)?.line ?? 0
      return line > place
    })
    once.journal.close()
    damage('DELETE FROM high_water')
    const twice = await beginAndOpen()
    expect([
      values,
      order,
      twice.journal.highWater(payment('pay-1')),
      twice.journal.highWater(payment('pay-2')),
    ]).toEqual([
      [
        { refunded: 0, updatedAt: '' },
        { refunded: 2000, updatedAt: snapshot().updatedAt },
      ],
      [false, true],
      { refunded: 0, updatedAt: '' },
      { refunded: 2000, updatedAt: snapshot().updatedAt },
    ])
    twice.journal.close()
  })

  it('keeps the order of what was refunded and what is watched: our own refund since is no unexplained rise', async () => {
    await till.write([
      named,
      ...refused({ number: 1, id: 'pay-1' }),
      ...refunded({ number: 2, id: 'pay-1' }),
      ...refused({ number: 3, id: 'pay-1', base: 2000 }),
    ])
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const { journal } = await beginAndOpen()
    const [one, two, three] = [1, 2, 3].map((number) => journal.attempt(markerOf(number)))
    const places = [one?.watch?.line, two?.refundedLine, three?.watch?.line]
    expect(places).toEqual([...places].sort((left, right) => Number(left) - Number(right)))
    expect([new Set(places).size, one?.watch?.from, three?.watch?.from]).toEqual([3, 0, 2000])
    journal.close()
  })

  it('begins without anything when nothing can be read, says so, and is followed by a third with all that any tells', async () => {
    await till.write([named, ...unconfirmed({ number: 1, id: 'pay-1' })])
    const [file, right] = [till.file(), readFileSync(till.file())]
    writeFileSync(file, Buffer.alloc(right.length, 0xa5))
    const second = await beginAndOpen()
    writeStory(second.journal, unconfirmed({ number: 2, id: 'pay-2' }))
    await keepHead(till.keys, second.journal)
    second.journal.close()
    // The right file is found again, too late; then the second is damaged too.
    writeFileSync(file, right)
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const third = await beginAndOpen()
    expect([second.begun, third.begun, third.journal.undecided().map(({ intent }) => intent.id)]).toEqual([
      { attempts: 0, undecided: 0, unread: 1, missing: 4 },
      { attempts: 2, undecided: 2, unread: 0, missing: 0 },
      ['pay-1', 'pay-2'],
    ])
    third.journal.close()
  })

  it('is not contradicted by the one before it: what was decided since stays decided', async () => {
    const first = { number: 1, id: 'pay-1' }
    await till.write([named, ...unconfirmed(first)])
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const second = await beginAndOpen()
    writeStory(second.journal, decidedTo(first, 'refunded'))
    await keepHead(till.keys, second.journal)
    second.journal.close()
    damage('UPDATE events SET line = zeroblob(9) WHERE seq = 3')
    const third = await beginAndOpen()
    expect([
      third.begun,
      third.journal.attempt(markerOf(1))?.state,
      third.journal.lockOn(payment('pay-1')),
    ]).toEqual([{ attempts: 1, undecided: 0, unread: 0, missing: 1 }, 'refunded', null])
    third.journal.close()
  })

  it('locks where two journals of which nobody knows the order contradict each other', async () => {
    const first = { number: 1, id: 'pay-1' }
    await till.write([named, ...unconfirmed(first)])
    const one = till.inForce()
    damage('UPDATE attempts SET cashier = zeroblob(16)')
    const second = await beginAndOpen()
    writeStory(second.journal, decidedTo(first, 'not_refunded'))
    await keepHead(till.keys, second.journal)
    second.journal.close()
    // Its first line is lost, and with it the word that it took over all of the other.
    damage('UPDATE events SET line = zeroblob(9) WHERE seq = 1; UPDATE attempts SET row = zeroblob(9)')
    tamperWith(till.file(), `UPDATE events SET line = zeroblob(9) WHERE seq IN (6, 7)`)
    const third = await beginAndOpen()
    expect([one === till.inForce(), third.journal.attempt(markerOf(1))?.state]).toEqual([
      false,
      'unconfirmed',
    ])
    third.journal.close()
  })
})

describe('a beginning that is cut short', () => {
  it('at any write of the keychain leaves the old state, and can be done again', async () => {
    await till.write([named, ...unconfirmed({ number: 1, id: 'pay-1' })])
    rmSync(till.file())
    const inForce = till.inForce()
    let writes = 0
    for (let refused = 1; refused < 4; refused += 1) {
      writes = 0
      till.keychain.breakWrites(() => {
        writes += 1
        return writes >= refused
      })
      const begun = await till.begin()
      till.keychain.breakWrites(null)
      till.restart()
      expect([begun.ok, till.inForce(), await till.opening()]).toEqual([
        false,
        inForce,
        'journal_missing, token',
      ])
    }
    const { journal } = await beginAndOpen()
    expect(journal.lockOn(payment('pay-1'))).toMatchObject({ kind: 'unread' })
    journal.close()
  })

  it('after the switch is finished by the next start', async () => {
    await till.write([named])
    rmSync(till.file())
    let writes = 0
    till.keychain.breakWrites(() => {
      writes += 1
      return writes > 3
    })
    const begun = await till.begin()
    till.keychain.breakWrites(null)
    till.restart()
    expect([begun.ok, await till.opening(), await till.vault().note()]).toMatchObject([
      true,
      'open',
      { value: { journal: till.inForce() } },
    ])
  })
})
