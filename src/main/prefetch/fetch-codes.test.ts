import { describe, expect, it } from 'vitest'
import type { FakePayments } from '../refund/testing/fake-payments'
import { automatic, direct, openFetcher, recordOf } from './testing/fetch-ground'

/** Keeps each show waiting until its answer is called. */
function holdAnswers(payments: Pick<FakePayments, 'answerShowsWith'>): readonly (() => void)[] {
  const answers: (() => void)[] = []
  payments.answerShowsWith(
    ({ code }) => new Promise((resolve) => answers.push(() => resolve(recordOf(code)))),
  )
  return answers
}

describe('fetching one code after the other', () => {
  it('asks for each kind that a code may be, the next only after a miss, and shows each record to the refund service', async () => {
    const { clock, queue, seen, asked, begin } = openFetcher('T1', 'T2')
    queue.add(...automatic('T1', 'nobody', 'custom-T2', 'x'.repeat(40)))
    begin()
    await clock.advance(60_000)
    expect([queue.ended, seen, asked()]).toEqual([
      [
        ['T1', 'found'],
        ['nobody', 'not_found'],
        ['custom-T2', 'found'],
        ['x'.repeat(40), 'not_found'],
      ],
      ['id-T1', 'id-T2'],
      [
        'transaction_id T1',
        'transaction_id nobody',
        'custom_id nobody',
        'internal_id nobody',
        'transaction_id custom-T2',
        'custom_id custom-T2',
        `internal_id ${'x'.repeat(40)}`,
      ],
    ])
  })

  it('never has two calls out at once, and rests between them', async () => {
    const { clock, payments, queue, begin } = openFetcher('T1', 'T2', 'T3')
    const out = { now: 0, most: 0, times: [] as number[] }
    payments.answerShowsWith(async ({ code }) => {
      out.now += 1
      out.most = Math.max(out.most, out.now)
      out.times.push(clock.now())
      await new Promise<void>((resolve) => clock.after(200, resolve))
      out.now -= 1
      return recordOf(code)
    })
    queue.add(...direct('T1', 'T2', 'T3'))
    begin()
    await clock.advance(5000)
    const [first = 0, ...others] = out.times
    expect([out.most, others.map((time) => time - first)]).toEqual([1, [400, 800]])
  })

  it('skips a code whose copy is younger than the list and not old', async () => {
    const { clock, queue, asked, begin } = openFetcher('T1', 'T2', 'T3')
    const now = clock.now()
    const hour = 60 * 60 * 1000
    const [one, two, three] = direct('T1', 'T2', 'T3')
    if (one === undefined || two === undefined || three === undefined) throw new Error('Three codes')
    queue.add({ ...one, madeAt: now - 2 * hour, savedAt: now - hour })
    queue.add({ ...two, madeAt: now - hour, savedAt: now - 2 * hour })
    queue.add({ ...three, madeAt: now - 30 * hour, savedAt: now - 20 * hour })
    begin()
    await clock.advance(5000)
    expect([queue.ended, asked()]).toEqual([
      [
        ['T1', 'saved'],
        ['T2', 'found'],
        ['T3', 'found'],
      ],
      ['transaction_id T2', 'transaction_id T3'],
    ])
  })

  it('overlooks no list that comes just while the queue is seen empty', async () => {
    const { clock, queue, begin } = openFetcher('T1')
    const { next } = queue
    const slowly = { next, times: 0 }
    queue.next = async () => {
      const queued = await next()
      slowly.times += 1
      if (slowly.times === 1) {
        queue.add(...direct('T1'))
        begin()
      }
      return queued
    }
    begin()
    await clock.advance(1000)
    expect(queue.ended).toEqual([['T1', 'found']])
  })

  it('goes on after a mistake of its own', async () => {
    const { clock, queue, seen, begin } = openFetcher('T1')
    queue.add(...direct('T1'))
    const { next } = queue
    queue.next = () => {
      queue.next = next
      return Promise.reject(new Error('bug'))
    }
    begin()
    await clock.advance(5000)
    expect([queue.ended, seen]).toEqual([[['T1', 'found']], ['queued codes: Error: bug', 'id-T1']])
  })

  it('tells how long the rest takes once it knows its pace', async () => {
    const { clock, queue, fetcher, begin } = openFetcher()
    queue.add(...direct(...Array.from({ length: 40 }, (_, index) => `T${index}`)))
    begin()
    await clock.advance(50)
    expect(fetcher.work(36)).toEqual({ at: 'working', secondsLeft: null })
    await clock.advance(100)
    expect(fetcher.work(1000)).toEqual({ at: 'working', secondsLeft: 10 })
  })
})

describe('who holds it up', () => {
  it('lets a cashier go first and goes on a moment after', async () => {
    const { clock, queue, around, asked, fetcher, begin } = openFetcher('T1', 'T2')
    queue.add(...direct('T1', 'T2'))
    begin()
    await clock.advance(5)
    around.cashier = true
    fetcher.tell({ kind: 'cashier_begins' })
    await clock.advance(60_000)
    const during = [asked().length, fetcher.work(1)]
    around.cashier = false
    fetcher.tell({ kind: 'cashier_done' })
    await clock.advance(1400)
    const justAfter = asked().length
    await clock.advance(200)
    expect([during, justAfter, asked().length]).toEqual([[1, { at: 'waiting', why: 'cashier' }], 1, 2])
  })

  it('lets a cashier go first who began while it was asking', async () => {
    const { clock, queue, around, asked, fetcher, begin } = openFetcher('T1', 'T2')
    queue.add(...direct('T1', 'T2'))
    around.cashier = true
    begin()
    await clock.advance(60_000)
    expect([asked().length, fetcher.work(1)]).toEqual([1, { at: 'waiting', why: 'cashier' }])
  })

  it('is paused and continued by a person, and an answer that comes meanwhile is kept', async () => {
    const { clock, payments, queue, asked, fetcher, begin } = openFetcher('T1', 'T2')
    const answers = holdAnswers(payments)
    queue.add(...direct('T1', 'T2'))
    begin()
    await clock.advance(5)
    fetcher.tell({ kind: 'paused' })
    answers[0]?.()
    await clock.advance(60_000)
    const paused = [asked().length, queue.ended.length, fetcher.work(1)]
    fetcher.tell({ kind: 'resumed' })
    await clock.advance(5)
    answers[1]?.()
    await clock.advance(5)
    expect([paused, asked(), queue.ended.length]).toEqual([
      [1, 1, { at: 'paused' }],
      ['transaction_id T1', 'transaction_id T2'],
      2,
    ])
  })

  it('does not ask twice at once when it is paused and continued during a call', async () => {
    const { clock, payments, queue, asked, fetcher, begin } = openFetcher('T1', 'T2')
    const answers = holdAnswers(payments)
    queue.add(...direct('T1', 'T2'))
    begin()
    await clock.advance(5)
    for (const kind of ['paused', 'resumed', 'paused', 'resumed'] as const) fetcher.tell({ kind })
    await clock.advance(60_000)
    const during = asked().length
    for (let step = 0; step < 3; step += 1) {
      answers[step]?.()
      await clock.advance(60_000)
    }
    expect([during, asked().length, queue.ended]).toEqual([
      1,
      2,
      [
        ['T1', 'found'],
        ['T2', 'found'],
      ],
    ])
  })

  it('forgets what it was at when it is stopped, and asks nothing once it is closed', async () => {
    const { clock, queue, asked, seen, fetcher, begin } = openFetcher('T1', 'T2', 'T3')
    queue.add(...direct('T1', 'T2'))
    begin()
    await clock.advance(5)
    queue.dropAll()
    fetcher.tell({ kind: 'stopped' })
    await clock.advance(60_000)
    queue.add(...direct('T3'))
    fetcher.close()
    begin()
    await clock.advance(60_000)
    expect([asked().length, queue.ended, seen]).toEqual([1, [['T1', 'found']], ['id-T1']])
  })
})
