import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import { aCopyRecord } from '../copies/testing/copy-samples'
import type { ShowFault, ShowReply, ShowRequest } from '../service/show'
import { makeCashierAtWork } from '../system/signal'
import { isRefusal, makeOneAtATime } from './related'

type Reply = Result<ShowReply, ShowFault>
const fresh = { serviceAddress: 'https://pay.example', askedAt: 0, age: 0 }
const brought: Reply = succeed({ record: aCopyRecord('1'), ...fresh })
const lost: Reply = fail({ kind: 'no_answer', reason: 'reset', detail: '' })
const request = (code: string): ShowRequest => ({ kind: 'custom_id', code, related: 'store' })

/** A service whose calls wait for the test; an aborted call ends. */
function setUp() {
  const calls: { readonly code: string; readonly answer: (reply: Reply) => void }[] = []
  const told: string[] = []
  const cashier = makeCashierAtWork()
  const shows = makeOneAtATime({
    cashier,
    payments: {
      show: ({ code }, signal) =>
        new Promise((resolve) => {
          calls.push({ code, answer: resolve })
          told.push(`asked ${code}`)
          signal?.addEventListener('abort', () => {
            told.push(`called off ${code}`)
            resolve(lost)
          })
        }),
    },
  })
  return { shows, calls, told, cashier }
}

/** Lets everything that is ready happen. */
const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('shows with related records', () => {
  it('are asked one after the other, and what waits for the cashier waits for them', async () => {
    const { shows, calls, told, cashier } = setUp()
    const { signal } = new AbortController()
    const both = [shows.show(request('a'), signal), shows.show(request('b'), signal)]
    await rest()
    const first = [...told, cashier.isGoing()]
    calls[0]?.answer(brought)
    await rest()
    calls[1]?.answer(lost)
    const outcome = [first, told, await Promise.all(both), cashier.isGoing()]
    expect(outcome).toEqual([['asked a', true], ['asked a', 'asked b'], [brought, lost], false])
  })

  it('end when a newer lookup begins, those that wait too, and make way for its own', async () => {
    const { shows, calls, told } = setUp()
    const older = new AbortController()
    const both = [shows.show(request('a'), older.signal), shows.show(request('b'), older.signal)]
    await rest()
    older.abort()
    const newer = shows.show(request('c'), new AbortController().signal)
    await rest()
    calls[1]?.answer(brought)
    const outcome = [await Promise.all(both), await newer, told]
    expect(outcome).toEqual([[null, null], brought, ['asked a', 'called off a', 'asked c']])
  })

  it('stand back while a refund is issued, and are asked again behind it', async () => {
    const { shows, calls, told } = setUp()
    const asking = shows.show(request('a'), new AbortController().signal)
    await rest()
    let end: (word: string) => void = () => {}
    const refund = shows.standBackDuring(
      () =>
        new Promise<string>((resolve) => {
          told.push('refund')
          end = resolve
        }),
    )
    // A second click is refused at once, while the first is pending.
    const second = shows.standBackDuring(() => Promise.reject(new Error('one is under way')))
    await expect(second).rejects.toThrow()
    await rest()
    const during = [...told]
    end('refunded')
    await rest()
    calls[1]?.answer(brought)
    expect([during, await refund, await asking, told]).toEqual([
      ['asked a', 'refund', 'called off a'],
      'refunded',
      brought,
      ['asked a', 'refund', 'called off a', 'asked a'],
    ])
  })

  it('are not asked any more when a lookup began during the refund', async () => {
    const { shows, told } = setUp()
    const older = new AbortController()
    const asking = shows.show(request('a'), older.signal)
    await rest()
    await shows.standBackDuring(async () => older.abort())
    expect([await asking, told]).toEqual([null, ['asked a', 'called off a']])
  })

  it('go on after a bug in one of them', async () => {
    let calls = 0
    const shows = makeOneAtATime({
      cashier: makeCashierAtWork(),
      payments: {
        show: async () => {
          calls += 1
          if (calls === 1) throw new Error('a bug')
          return brought
        },
      },
    })
    const { signal } = new AbortController()
    const first = shows.show(request('a'), signal)
    const second = shows.show(request('b'), signal)
    await expect(first).rejects.toThrow('a bug')
    expect(await second).toEqual(brought)
  })
})

it.each<[boolean, ShowFault]>([
  [true, { kind: 'not_found', message: '' }],
  [true, { kind: 'other_record', code: 'x' }],
  [true, { kind: 'service_error', httpStatus: 403, message: '' }],
  [true, { kind: 'strange_answer', httpStatus: 200, detail: '' }],
  [false, { kind: 'service_error', httpStatus: 500, message: '' }],
  [false, { kind: 'service_error', httpStatus: 429, message: '' }],
  [false, { kind: 'strange_answer', httpStatus: 503, detail: '' }],
  [false, { kind: 'token_not_accepted', httpStatus: 401, message: '' }],
  [false, { kind: 'no_answer', reason: 'timeout', detail: '' }],
  [false, { kind: 'not_connected', reason: 'refused', detail: '' }],
  [false, { kind: 'not_set_up' }],
])('a refusal is %s of %j', (is, fault) => {
  expect(isRefusal(fault)).toBe(is)
})
