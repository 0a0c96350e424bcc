import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../shared/attempt'
import { fail, succeed } from '../../shared/result'
import { anAttempt } from '../lookup/testing/an-attempt'
import type { FileToSave } from '../paper/save-file'
import type { RefundDesk } from '../refund/refund-desk'
import type { SupervisorPin } from '../vault/supervisor-pin'
import { activityHandlers } from './activity-handlers'

const attempt: Attempt = { ...anAttempt('a'), createdAt: 0, since: 0 }
const decision = { to: 'not_refunded', supervisor: 'Mei', saw: 'the portal', why: 'no refund there' } as const

function setUp(check: SupervisorPin['check'] = async () => succeed(null)) {
  const asked: unknown[] = []
  const saved: FileToSave[] = []
  const refundDesk: Pick<RefundDesk, 'list' | 'open' | 'look' | 'decide' | 'exportRange'> = {
    list: (range) => {
      asked.push(range)
      return [attempt]
    },
    open: (marker) => (marker === attempt.intent.marker ? { attempt, events: [] } : null),
    look: async () => fail({ kind: 'attempt_unknown' }),
    decide: (marker, made) => {
      asked.push([marker, made])
      return succeed(attempt)
    },
    exportRange: (range, format) => succeed(`${range.from} ${range.to} ${format}`),
  }
  const handlers = activityHandlers({
    refundDesk,
    supervisorPin: { check },
    saveFile: async (file) => {
      saved.push(file)
      return succeed({ saved: true, path: '/chosen' })
    },
    now: () => 1000,
    storeOfPayment: async (id) => (id === 'a' ? { id: 'st-1', name: 'Peak Road' } : null),
  })
  return { handlers, asked, saved }
}

describe('the activity', () => {
  it('is listed for moments, or for all time', async () => {
    const { handlers, asked } = setUp()
    await handlers['activity:list']({ from: '1970-01-01T00:00:01.000Z', to: null }, 1)
    expect([await handlers['activity:list']({ from: null, to: 'soon' }, 1), asked]).toEqual([
      fail({ kind: 'request_malformed', detail: 'A moment is ISO 8601' }),
      [{ from: 1000, to: null }],
    ])
  })

  it('opens an attempt with the time of its next look and the store that took the payment', async () => {
    const { handlers } = setUp()
    expect([
      await handlers['activity:open']({ marker: attempt.intent.marker }, 1),
      await handlers['activity:open']({ marker: 'R-1111111111' }, 1),
    ]).toEqual([
      succeed({
        attempt,
        events: [],
        nextLookAt: '1970-01-01T00:00:02.000Z',
        store: { id: 'st-1', name: 'Peak Road' },
      }),
      fail({ kind: 'attempt_unknown' }),
    ])
  })

  it('is decided only with the right PIN', async () => {
    const wrong = { kind: 'pin_wrong', waitSeconds: 0 } as const
    const { handlers, asked } = setUp(async (pin) => (pin === '4829' ? succeed(null) : fail(wrong)))
    const order = { marker: attempt.intent.marker, decision }
    const refused = await handlers['activity:decide']({ ...order, pin: '1111' }, 1)
    const made = await handlers['activity:decide']({ ...order, pin: '4829' }, 1)
    expect([refused, made, asked]).toEqual([
      fail(wrong),
      succeed(attempt),
      [[attempt.intent.marker, decision]],
    ])
  })

  it('is exported under the name of its first day', async () => {
    const { handlers, saved } = setUp()
    const range = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T23:59:59.999Z' }
    const answer = await handlers['activity:export']({ ...range, format: 'csv' }, 1)
    expect([answer, saved]).toEqual([
      succeed({ saved: true, path: '/chosen' }),
      [
        {
          suggestedName: 'Tillside refunds 2026-11-21.csv',
          kind: 'csv',
          content: `${Date.parse(range.from)} ${Date.parse(range.to)} csv`,
        },
      ],
    ])
  })
})
