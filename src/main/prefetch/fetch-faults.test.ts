import { describe, expect, it } from 'vitest'
import type { ShowFault } from '../service/show'
import { direct, openFetcher } from './testing/fetch-ground'

const busy: ShowFault = { kind: 'service_error', httpStatus: 429, message: 'Too many requests' }
const down: ShowFault = { kind: 'strange_answer', httpStatus: 503, detail: 'HTML' }
const broken: ShowFault = { kind: 'service_error', httpStatus: 500, message: 'Internal Error' }
const cut: ShowFault = { kind: 'not_connected', reason: 'refused', detail: '' }
const portal: ShowFault = { kind: 'strange_answer', httpStatus: 200, detail: 'HTML' }
const notOurs: ShowFault = { kind: 'token_not_accepted', httpStatus: 401, message: 'Unauthenticated' }

describe('a service that is busy, in trouble or away', () => {
  it.each([
    ['too many requests', busy],
    ['not available', down],
    ['an internal error', broken],
    ['no answer', { kind: 'no_answer', reason: 'timeout', detail: '' } as const],
  ])(
    'is asked for the same code again, later and later, and no code counts as not found: %s',
    async (_, fault) => {
      const { clock, queue, asked, spoil, fetcher, begin } = openFetcher('T1', 'T2')
      queue.add(...direct('T1', 'T2'))
      spoil(fault, 3)
      begin()
      await clock.advance(900)
      const first = [asked().length, fetcher.work(2)]
      await clock.advance(1100)
      const second = asked().length
      await clock.advance(2000)
      const third = asked().length
      await clock.advance(10_000)
      expect([first, second, third, queue.ended]).toEqual([
        [1, { at: 'waiting', why: 'service' }],
        2,
        3,
        [
          ['T1', 'found'],
          ['T2', 'found'],
        ],
      ])
    },
  )

  it('is waited for however long it is unreachable, and asked at once when the line is back', async () => {
    const { clock, queue, around, asked, spoil, fetcher, begin } = openFetcher('T1')
    queue.add(...direct('T1'))
    spoil(cut, 1)
    around.offline = true
    begin()
    await clock.advance(3_600_000)
    const before = [asked().length, fetcher.work(1)]
    around.offline = false
    fetcher.tell({ kind: 'line_back' })
    await clock.advance(10)
    expect([before, queue.ended]).toEqual([[1, { at: 'waiting', why: 'offline' }], [['T1', 'found']]])
  })

  it('does not hold up all others for one code that always fails, which is tried once more at the end', async () => {
    const { clock, queue, spoil, begin } = openFetcher('T1', 'T2', 'T3')
    queue.add(...direct('T1', 'T2', 'T3'))
    spoil(broken, Number.POSITIVE_INFINITY, 'T1')
    begin()
    await clock.advance(10 * 60_000)
    expect(queue.ended).toEqual([
      ['T2', 'found'],
      ['T3', 'found'],
      ['T1', 'unread'],
    ])
  })

  it('is not asked over and over for a code that the disk takes no note of', async () => {
    const { clock, queue, asked, begin } = openFetcher('T1')
    queue.add(...direct('T1'))
    queue.full = true
    begin()
    await clock.advance(10_000)
    const during = asked().length
    queue.full = false
    await clock.advance(60_000)
    expect([during, queue.ended]).toEqual([4, [['T1', 'found']]])
  })

  it('never blames a code for a service that is too busy', async () => {
    const { clock, queue, spoil, begin } = openFetcher('T1', 'T2')
    queue.add(...direct('T1', 'T2'))
    spoil(busy, 50)
    begin()
    await clock.advance(2 * 3_600_000)
    expect(queue.ended).toEqual([
      ['T1', 'found'],
      ['T2', 'found'],
    ])
  })

  it('stops for a token that is not accepted, and goes on when it is put in anew', async () => {
    const { clock, queue, asked, spoil, fetcher, begin } = openFetcher('T1')
    queue.add(...direct('T1'))
    spoil(notOurs, 1)
    begin()
    await clock.advance(3_600_000)
    const before = [asked().length, fetcher.work(1)]
    fetcher.tell({ kind: 'set_up_anew' })
    await clock.advance(1000)
    expect([before, queue.ended]).toEqual([[1, { at: 'halted', fault: notOurs }], [['T1', 'found']]])
  })

  it('reports a code that it answers oddly, but stops when it answers all of them so, and asks again then', async () => {
    const codes = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6']
    const { clock, queue, spoil, fetcher, begin } = openFetcher(...codes)
    queue.add(...direct(...codes))
    spoil(portal, 5)
    begin()
    await clock.advance(60_000)
    const before = [queue.ended.length, fetcher.work(6)]
    fetcher.tell({ kind: 'resumed' })
    await clock.advance(60_000)
    expect([before, queue.ended.slice(5).map(([code, end]) => `${code} ${end}`)]).toEqual([
      [5, { at: 'halted', fault: portal }],
      ['T6 found', 'T1 found', 'T2 found', 'T3 found', 'T4 found', 'T5 found'],
    ])
    queue.add(...direct('T7', 'T1'))
    spoil(portal, 1)
    fetcher.tell({ kind: 'queued' })
    await clock.advance(60_000)
    expect(queue.ended.slice(-2)).toEqual([
      ['T7', 'unread'],
      ['T1', 'found'],
    ])
  })
})
