import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { fail } from '../../shared/result'
import { anOutage } from '../../shared/testing/outage-sample'
import type { ShowFault } from '../service/show'
import { isDone, list, outageTillForEachTest } from './testing/outage-till'

const offlineFault: ShowFault = { kind: 'not_connected', reason: 'refused', detail: '' }
const { setUp, begun } = outageTillForEachTest()

describe('getting ready for an outage', () => {
  it('fetches a list into the saved copies, reports what was not found, and tells the window', async () => {
    const { prefetch, ...till } = await begun()
    const given = await prefetch.give(list('today.csv', 'T1', 'nobody', 'T2'))
    const state = await till.until(({ work, counts }) => work.at === 'idle' && counts.total === 3)
    const copy = await till.copies.find(['transaction_id'], 'T2')
    const missed = await prefetch.missed(-1)
    expect([
      given,
      state,
      copy?.record.id,
      missed.map(({ code, why, list: from }) => [code, why, from]),
    ]).toEqual([
      { ok: true, value: { name: 'today.csv', codes: 3, oversized: false } },
      {
        ...anOutage(),
        counts: { total: 3, found: 2, saved: 0, notFound: 1, unread: 0 },
        missed: 1,
      },
      'id-T2',
      [['nobody', 'not_found', 'today.csv']],
    ])
    await till.until(() => JSON.stringify(till.pushed.at(-1)) === JSON.stringify(state))
    // Nobody looked these up at the counter.
    expect(await till.copies.recent(50)).toEqual([])
  })

  it('holds a list that is longer than what is kept until a person has decided', async () => {
    const { prefetch, ...till } = await begun()
    const long = list('long.csv', 'T1', 'T2', 'T3', 'T4', 'T5')
    const given = await prefetch.give(long)
    await till.clock.advance(5000)
    const asked = till.payments.shows.length
    const { oversized } = await prefetch.read()
    await prefetch.steer('leave_oversized')
    const left = await prefetch.read()
    await prefetch.give(long)
    await prefetch.steer('import_oversized')
    const done = await till.until(({ work, counts }) => work.at === 'idle' && counts.total === 5)
    expect([
      given.ok && given.value.oversized,
      asked,
      oversized,
      left.oversized,
      left.counts.total,
      done.counts.found,
    ]).toEqual([true, 0, { name: 'long.csv', codes: 5, kept: 4 }, null, 0, 5])
  })

  it('holds a long list still when it could not be kept', async () => {
    const { prefetch, ...till } = await begun()
    await prefetch.give(list('long.csv', 'T1', 'T2', 'T3', 'T4', 'T5'))
    till.till.token = ''
    const steered = await prefetch.steer('import_oversized')
    const fault = { kind: 'list_not_taken', name: 'long.csv', why: 'not_kept', line: 0 }
    expect([steered, (await prefetch.read()).oversized?.name]).toEqual([{ ok: false, fault }, 'long.csv'])
  })

  it('waits while the line is away, and goes on when it is told that it is back', async () => {
    const { prefetch, ...till } = await begun()
    till.payments.answerShowsWith(() => fail(offlineFault))
    till.till.state = 'offline'
    await prefetch.give(list('today.csv', 'T1'))
    await till.until(({ work }) => work.at === 'waiting' && work.why === 'offline')
    till.payments.answerShowsWith(null)
    till.till.state = 'online'
    prefetch.follow()
    expect((await till.until(isDone)).counts).toMatchObject({ total: 1, found: 1 })
  })

  it('lets a lookup at the counter go first', async () => {
    const { prefetch, ...till } = await begun()
    let answer: () => void = () => undefined
    const lookup = till.cashier.during(() => new Promise<void>((resolve) => (answer = resolve)))
    await prefetch.give(list('today.csv', 'T1', 'T2', 'T3'))
    await till.until(({ work }) => work.at === 'waiting' && work.why === 'cashier')
    await till.clock.advance(60_000)
    const during = till.payments.shows.length
    answer()
    await lookup
    expect([during, (await till.until(isDone)).counts.found]).toEqual([1, 3])
  })

  it('can be paused, continued and stopped', async () => {
    const { prefetch, ...till } = await begun()
    till.payments.answerShowsWith(() => new Promise(() => undefined))
    await prefetch.give(list('today.csv', 'T1', 'T2'))
    await till.until(({ counts }) => counts.total === 2 && till.payments.shows.length === 1)
    await prefetch.steer('pause')
    const paused = (await prefetch.read()).work
    await prefetch.steer('resume')
    const resumed = (await prefetch.read()).work.at
    await prefetch.steer('stop')
    const stopped = await prefetch.read()
    expect([paused, resumed, stopped.work, stopped.counts.total]).toEqual([
      { at: 'paused' },
      'working',
      { at: 'idle' },
      0,
    ])
  })

  it('goes on where it was when the program starts again', async () => {
    const first = await begun()
    first.payments.answerShowsWith(() => fail(offlineFault))
    await first.prefetch.give(list('today.csv', 'T1', 'T2'))
    await first.until(({ counts }) => counts.total === 2)
    await first.end()
    const second = setUp()
    expect((await second.until(({ work, counts }) => work.at === 'idle' && counts.found === 2)).missed).toBe(
      0,
    )
  })

  it('tells how much of a long list is written down, until it is whole', async () => {
    const { prefetch, ...till } = await begun()
    till.till.keeps = 10_000
    const codes = Array.from({ length: 6000 }, (_, index) => `L${index}`)
    const giving = prefetch.give(list('year.txt', ...codes))
    const during = await vi.waitFor(
      async () => {
        const state = await prefetch.read()
        expect(state.importing).not.toBeNull()
        return state
      },
      { interval: 1, timeout: 20_000 },
    )
    await giving
    const after = await prefetch.read()
    expect([during.importing, during.counts.total, after.importing, after.counts.total]).toEqual([
      { name: 'year.txt', done: expect.any(Number), of: 6000 },
      0,
      null,
      6000,
    ])
    expect(during.importing?.done).toBeLessThan(6000)
  })

  it('takes the lists of the watched folder, an oversized one only when a person says so', async () => {
    const { prefetch, ...till } = await begun()
    const lists = mkdtempSync(path.join(os.tmpdir(), 'tillside-lists-'))
    writeFileSync(path.join(lists, 'today.txt'), 'T1\nT2')
    writeFileSync(path.join(lists, 'long.txt'), 'T1\nT2\nT3\nT4\nT5')
    till.till.watched = lists
    prefetch.follow()
    const state = await till.until(({ oversized, counts }) => oversized !== null && counts.found === 2)
    await prefetch.steer('import_oversized')
    const done = await till.until(
      ({ oversized, counts }) => oversized === null && counts.found + counts.saved >= 5,
    )
    rmSync(lists, { recursive: true })
    expect([state.oversized?.name, state.folder, done.missed]).toMatchObject([
      'long.txt',
      { at: 'watched', path: lists },
      0,
    ])
  })
})
