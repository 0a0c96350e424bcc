import * as fs from 'node:fs'
import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../shared/attempt'
import { isUndecided } from '../../../shared/refund'
import { succeed } from '../../../shared/result'
import type { Journal } from '../journal-types'
import { readOldJournals } from '../takeover/read-journals'
import { countTurns } from '../testing/count-turns'
import { attemptsIn } from '../testing/journal-reading'
import { convertFormer, numberServices } from './convert-former'
import { formerTillsForEachTest } from './testing/former-till'
import { verifyFormer } from './verify-former'

const former = formerTillsForEachTest()

const all = (journal: Journal) => [...attemptsIn(journal)].sort(byMarker)
const byMarker = (one: Attempt, other: Attempt) => (one.intent.marker < other.intent.marker ? -1 : 1)
const paymentOf = (id: string) => ({ services: [1], id })

/** The states that a whole former journal goes on in: what was not being sent never was. */
const goesOnAs = { intended: 'cancelled', sending: 'unconfirmed' }

describe('the journal of the former version', () => {
  it('opens with everything in it, in a new file, and nobody has to say anything', async () => {
    const till = former('in-order')
    till.clock.now += 3600_000
    const journal = await till.openWell()
    const { attempts, lines } = till.fixture
    const found = all(journal)
    expect(found.map(({ intent, state, createdAt }) => [intent.marker, state, createdAt])).toEqual(
      attempts.map(({ intent, state, createdAt }) => [
        intent.marker,
        Object.hasOwn(goesOnAs, state) ? goesOnAs[state as keyof typeof goesOnAs] : state,
        createdAt,
      ]),
    )
    // Every line of every attempt is there, and one more that says with what it goes on.
    const kept = found.map(({ intent: { marker } }) => journal.lines(marker).length - (lines[marker] ?? 0))
    expect([Math.min(...kept), Math.max(...kept)]).toEqual([1, 2])
    expect(found.flatMap(({ alarms }) => alarms.map(({ alarm }) => alarm))).toEqual([
      'more_than_ours',
      'moved_after_refusal',
    ])
    journal.close()
  })

  it('keeps amounts, reasons, refusals, decisions and what a person was asked to look at', async () => {
    const till = former('in-order')
    const journal = await till.openWell()
    for (const old of till.fixture.attempts) {
      const found = journal.attempt(old.intent.marker)
      const { mark, ...intent } = old.intent
      expect(found).toMatchObject({
        intent: { ...intent, base: mark, service: old.intent.serviceAddress.includes('staging') ? 2 : 1 },
        forPerson: old.forPerson,
        refusal: old.refusal,
        decision: old.decision,
      })
    }
    journal.close()
  })

  it('locks what was locked, and gives one number to one service however its address was written', async () => {
    const till = former('in-order')
    const journal = await till.openWell()
    const locked = till.fixture.attempts.filter(({ state }) => isUndecided(state) && state !== 'intended')
    const locks = locked.map(({ intent }) => journal.lockOn(paymentOf(intent.id)))
    expect(locks.map((lock) => lock !== null && 'intent' in lock && lock.intent.marker)).toEqual(
      locked.map(({ intent }) => intent.marker),
    )
    expect([locked.length, [...journal.standing().services.names]]).toEqual([
      6,
      [
        ['https://pay.example', [1]],
        ['https://staging.example', [2]],
      ],
    ])
    journal.close()
  })

  it('keeps the high-water values, also of payments that were only looked at, whichever service it was', async () => {
    const till = former('in-order')
    const journal = await till.openWell()
    const values = Object.entries(till.fixture.marks).map(([id, mark]) => [
      journal.highWater(paymentOf(id)),
      journal.highWater({ services: [2], id })?.refunded,
      mark,
    ])
    for (const [one, other, mark] of values) {
      expect([one, other]).toEqual([
        {
          refunded: (mark as { refunded: number }).refunded,
          // "9:00:00" is not of the documented form, so it is not compared any more.
          updatedAt: (mark as { updatedAt: string }).updatedAt.replace(/.* 9:00:00$/, ''),
        },
        (mark as { refunded: number }).refunded,
      ])
    }
    expect(values.length).toBe(5)
    journal.close()
  })

  it('watches from now on what the former program never watched, and asks nobody about what is long past', async () => {
    const soon = former('in-order')
    soon.clock.now += 3600_000
    const late = former('in-order')
    late.clock.now += 40 * 24 * 3600_000
    const watches: unknown[] = []
    for (const till of [soon, late]) {
      const journal = await till.openWell()
      const watched = all(journal).filter(({ watch }) => watch !== null)
      watches.push(watched.map(({ state, watch }) => [state, watch?.ended, watch?.since === till.clock.now]))
      journal.close()
    }
    expect(watches).toEqual([
      [
        ['refused', null, false],
        ['not_refunded', null, true],
        ['refunded', null, true],
      ],
      [
        ['refused', 'complete', false],
        ['not_refunded', 'complete', false],
        ['refunded', 'complete', false],
      ],
    ])
  })

  it('is left as it is, and its keychain entries too; the next start opens the new one', async () => {
    const till = former('in-order')
    const before = readFileSync(till.formerFile)
    const entries = new Map(till.keychain.secrets)
    const first = await till.openWell()
    const { id } = first
    const head = first.head()
    first.close()
    till.restart()
    const second = await till.openWell()
    expect([second.id, second.head(), readFileSync(till.formerFile).equals(before)]).toEqual([id, head, true])
    second.close()
    const kept = [...entries].filter(([name]) => name.includes('journal'))
    expect(kept.map(([name]) => till.keychain.secrets.get(name))).toEqual(kept.map(([, secret]) => secret))
    expect(await till.vault().note()).toMatchObject({ value: { journal: id } })
  })

  it('opens when it was begun anew before, killed in the middle of a refund, with its log and what was set aside', async () => {
    const till = former('begun-anew')
    const journal = await till.openWell()
    const states = all(journal).map(({ intent, state }) => [intent.marker, state])
    expect(states).toEqual(till.fixture.attempts.map(({ intent, state }) => [intent.marker, state]))
    expect(journal.highWater(paymentOf('seen-1'))).toMatchObject({ refunded: 700 })
    journal.close()
  })

  it('opens in its first version, which added no marks up', async () => {
    const till = former('in-order')
    const database = new Database(till.formerFile)
    database.exec('DROP TABLE mark_digest; PRAGMA user_version=1')
    database.close()
    expect(await till.opening()).toBe('open')
  })
})

it('a former journal is verified and converted with a turn for others after every line, row and mark', async () => {
  const till = former('in-order')
  const { yieldToEventLoop, since } = countTurns()
  const old = await readOldJournals(
    { files: fs, folder: till.folder, keys: till.keys, yieldToEventLoop },
    null,
  )
  const [journal] = old.ok ? old.value.former : []
  if (journal === undefined) throw new Error('The former journal cannot be read')
  since()
  expect(await verifyFormer(journal, yieldToEventLoop)).toEqual(succeed(null))
  const { lines, rows, highWater } = journal
  const verifying = since()
  const numberOf = await numberServices([journal], new Map(), yieldToEventLoop)
  await convertFormer(journal, numberOf, yieldToEventLoop)
  const all = lines.length + rows.length + highWater.size
  expect([verifying >= all, since() >= all, all > 60]).toEqual([true, true, true])
})
