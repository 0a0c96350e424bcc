import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { showing } from '../refund/testing/fake-payments'
import { fakeTransaction } from '../refund/testing/fake-transaction'
import { answering, busy, gaps, isDone, list, notAccepted, openListTill } from './testing/list-till'

describe('the codes of a list', () => {
  it('are looked up in their order, each once, and counted by what became of them', async () => {
    const { lists, until, asked } = openListTill()
    const given = await lists.give(list('today.csv', 'code', 'T2', 'T1', 'T2', 'X9'))
    const { counts } = await until(isDone)
    const missed = await lists.missed(10)
    expect([given, asked.filter((code, at) => asked.indexOf(code) === at), counts, missed]).toEqual([
      { ok: true, value: { name: 'today.csv', codes: 3 } },
      ['T2', 'T1', 'X9'],
      { waiting: 0, found: 2, saved: 0, not_found: 1, unread: 0 },
      [{ code: 'X9', list: 'today.csv', imported: expect.any(String), why: 'not_found' }],
    ])
  })

  it('are not asked for where they are somebody’s badge', async () => {
    const { take, asked } = openListTill()
    const counts = await take('today.csv', 'B-48213377', 'T1')
    expect([asked, counts.not_found]).toEqual([['T1'], 1])
  })

  it('are asked for in each of the capitals that a list has them in, and not again while those copies are young', async () => {
    const { take, asked, payments, clock } = openListTill()
    payments.put('id-t1', { transactionId: 't1', customId: '' })
    await take('today.csv', 'transaction_id', 'T1', 't1')
    await clock.advance(1000)
    await take('again.csv', 'transaction_id', 'T1', 't1', 'T2')
    expect(asked).toEqual(['T1', 't1', 'T2'])
  })

  it('wait while the cashier works and while the till is offline, and go on afterwards', async () => {
    const { lists, until, asked, till, cashier } = openListTill()
    till.isOffline = true
    await lists.give(list('today.csv', 'T1'))
    const offline = await until(({ work }) => work.at === 'waiting')
    let finish = () => {}
    const going = cashier.during(() => new Promise<void>((resolve) => (finish = resolve)))
    till.isOffline = false
    lists.lookAgain()
    const busy = await until(({ work }) => work.at === 'waiting' && work.why === 'cashier')
    const before = asked.length
    finish()
    await going
    await until(isDone)
    const outcome = [offline.work, busy.work, before, asked]
    expect(outcome).toEqual([{ at: 'waiting', why: 'offline' }, { at: 'waiting', why: 'cashier' }, 0, ['T1']])
  })

  it('go on also where the cashier is done in the very moment in which they begin to wait', async () => {
    const { take, cashier, till, asked } = openListTill()
    let finish = () => {}
    const going = cashier.during(() => new Promise<void>((resolve) => (finish = resolve)))
    const offline = () => {
      queueMicrotask(finish)
      return false
    }
    // The line is asked just before the cashier is.
    Object.defineProperty(till, 'isOffline', { get: offline })
    await take('today.csv', 'T1')
    await going
    expect(asked).toEqual(['T1'])
  })

  it('count as unread where the answer left no copy, which an outage would need', async () => {
    const { take, payments, copies } = openListTill()
    payments.answerShowsWith(() => showing(fakeTransaction({ id: '', transactionId: 'T1' })))
    const counts = await take('today.csv', 'T1')
    expect([await copies.find(['transaction_id'], 'T1'), counts.found, counts.unread]).toEqual([null, 0, 1])
  })

  it('rest where a person pauses them, and are dropped where a person clears them', async () => {
    const { lists, until, asked } = openListTill()
    await lists.steer('pause')
    await lists.give(list('today.csv', 'T1', 'T2'))
    const paused = await until(({ counts }) => counts.waiting === 2)
    await lists.steer('clear')
    const cleared = await until(isDone)
    expect([paused.work, cleared.counts.waiting, asked]).toEqual([{ at: 'paused' }, 0, []])
  })

  it('are not asked for as a further kind of code once a person has dropped them', async () => {
    const { lists, payments, pass, asked } = openListTill()
    payments.answerShowsWith(async () => {
      await lists.steer('clear')
      return fail({ kind: 'not_found', message: '' })
    })
    await lists.give(list('today.csv', 'NOBODY-KNOWS'))
    await pass(5)
    expect(asked).toEqual(['NOBODY-KNOWS'])
  })

  it('stay paused where credentials are missing for a while', async () => {
    const { lists, pass, till, asked } = openListTill()
    await lists.steer('pause')
    await lists.give(list('a', 'T1', 'T2'))
    till.token = ''
    lists.lookAgain()
    await pass(2)
    till.token = 'token-1'
    lists.lookAgain()
    await pass(5)
    expect([(await lists.read()).work, asked]).toEqual([{ at: 'paused' }, []])
  })

  it('are looked for again by themselves where they could not be read for a while', async () => {
    const { lists, pass, until, till } = openListTill()
    till.isOffline = true
    await lists.give(list('today.csv', 'T1'))
    till.token = ''
    till.isOffline = false
    lists.lookAgain()
    await pass(2)
    till.token = 'token-1'
    await pass(61)
    expect((await until(isDone)).counts.found).toBe(1)
  })

  it('belong to the address that they were given for', async () => {
    const { lists, until, asked, till } = openListTill()
    await lists.steer('pause')
    await lists.give(list('today.csv', 'T1'))
    till.address = 'https://other.example'
    await lists.steer('resume')
    const elsewhere = await until(isDone)
    const before = [...asked]
    till.address = 'https://pay.example'
    lists.lookAgain()
    const back = await until(({ counts }) => counts.found === 1)
    expect([elsewhere.counts.waiting, before, back.counts.found]).toEqual([0, [], 1])
  })

  it.each([
    ['the payment', () => answering({})({ code: 'T1' })],
    ['none', () => fail({ kind: 'not_found', message: '' } as const)],
    ['that it takes the token no more', () => fail(notAccepted)],
  ])(
    'are asked for again with the token that came during a call, whose answer is %s',
    async (_what, answer) => {
      const { take, lists, asked, payments, till, copies } = openListTill()
      payments.answerShowsWith(() => {
        payments.answerShowsWith(null)
        till.token = 'token-2'
        lists.lookAgain()
        return answer()
      })
      const counts = await take('today.csv', 'transaction_id', 'T1')
      const found = await copies.find(['transaction_id'], 'T1')
      expect([asked, counts.found, found?.record.id]).toEqual([['T1', 'T1'], 1, 'id-T1'])
    },
  )

  it('leave half of the service’s time to others', async () => {
    const { take, payments, clock, times } = openListTill()
    const notFound = fail({ kind: 'not_found', message: '' } as const)
    payments.answerShowsWith(() => new Promise((resolve) => void clock.after(700, () => resolve(notFound))))
    // Codes of one kind, so that each is one call.
    await take('today.csv', 'transaction id', '1', '2', '3')
    expect(gaps(times).map((gap) => gap >= 1400 && gap <= 2500)).toEqual([true, true])
  })

  it('go on after a restart where they were', async () => {
    const first = openListTill()
    await first.lists.give(list('today.csv', 'T1', 'T2', 'T3'))
    first.payments.answerShowsWith(answering({ T2: busy }))
    await first.until(({ counts }) => counts.found === 1)
    await first.end()
    const second = openListTill({ folder: first.folder })
    const { counts } = await second.until(isDone)
    expect([[...new Set(second.asked)], counts]).toEqual([
      ['T2', 'T3'],
      { waiting: 0, found: 3, saved: 0, not_found: 0, unread: 0 },
    ])
  })

  it('are asked for again only once their copies are an hour old', async () => {
    const { take, asked, clock } = openListTill()
    await take('first.csv', 'T1')
    clock.jumpWall(hourMs - 60_000)
    const young = await take('young.csv', 'T1')
    clock.jumpWall(120_000)
    const old = await take('old.csv', 'T1')
    expect([young.saved, old.found, asked]).toEqual([1, 1, ['T1', 'T1']])
  })

  it('are asked for again where their copies are from ahead of the clock, which was set back', async () => {
    const { take, asked, clock } = openListTill()
    await take('first.csv', 'T1')
    clock.jumpWall(-30 * 24 * hourMs)
    const counts = await take('later.csv', 'T1')
    expect([asked, counts.found]).toEqual([['T1', 'T1'], 1])
  })

  it('lie sealed on the disk, with the names of their lists', async () => {
    const { lists, folder, end } = openListTill()
    await lists.steer('pause')
    await lists.give(list('secret-name.csv', 'SECRET-CODE-1'))
    await end()
    const bytes = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'))
    expect(bytes.join('').match(/SECRET-CODE|secret-name/g)).toBe(null)
  })

  it('are sealed some hundreds at a time, a hundred thousand of them, and others have a turn after each', async () => {
    const { lists, till } = openListTill()
    till.keeps = 200_000
    await lists.steer('pause')
    let [turn, isOver] = [0, false]
    const count = () => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const turns = new Set<number>()
    till.whoseAsked = () => turns.add(turn)
    await lists.give(list('year.csv', ...Array.from({ length: 100_000 }, (_, at) => `RECEIPT-${at}`)))
    isOver = true
    const { counts } = await lists.read()
    expect([counts.waiting > 0 && counts.waiting % 100_000, turns.size >= 500]).toEqual([0, true])
  })
})

const hourMs = 60 * 60 * 1000
