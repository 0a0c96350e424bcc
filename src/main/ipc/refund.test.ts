import { describe, expect, it } from 'vitest'
import type { Lock } from '../../shared/attempt/payment-standing'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { reasons } from '../../shared/languages/ja'
import type { Transaction } from '../../shared/payment/transaction'
import type { PersonRef } from '../../shared/people/people'
import type { Act } from '../../shared/refund/journal-events'
import { theManager } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import { aCopyRecord } from '../copies/testing/copy-samples'
import { makeShownLookups } from '../lookup/look-up'
import { anAttemptView, lockedBy } from '../lookup/testing/an-attempt'
import type { IssuedRefund, RefundOrder } from '../refund/types'
import { settingsSchema } from '../settings/settings'
import { deferred } from '../system/testing/deferred'
import { refundHandlers } from './refund'
import { fakeParts } from './testing/fake-parts'

const service = 'https://pay.example'
const record = aCopyRecord('1', { id: 'a', amount: 1000 })
const shown = aShownRecord({
  lookup: lookupId(5),
  record,
  foundBy: 'custom_id',
  code: 'C1',
  typed: true,
  at: '2026-11-21T09:00:00.000Z',
})
const asked = {
  lookup: lookupId(5),
  id: 'a',
  refunded: 0,
  amount: { hundredths: 250, currency: 'HKD' },
  reason: { code: 'damaged', text: '' },
}
const confirmed = { ...asked, yesTo: ['typed'] as const, confirmed: true }

const mei = { id: 'p-mei', name: 'Mei', role: 'supervisor' } as const
const proof = { with: 'pin', person: mei.id, pin: '482915' } as const
const notHere = { kind: 'refund_not_here', by: ['typed'] } as const
const inProgress = fail({ kind: 'refund_in_progress' } as const)

/** What is ordered for `confirmed`. */
const ordered = {
  shown: record,
  shownBy: service,
  foundBy: { kind: 'custom_id', code: 'C1' },
  amount: confirmed.amount,
  reason: { code: 'damaged', text: '商品の破損' },
  typed: true,
  confirmed: true,
  cashier: { id: '', name: 'Ana' },
  allowedBy: null,
}
const outdated = fail({ kind: 'screen_outdated' })
const needed = { kind: 'second_person_needed', by: ['amount', 'typed'], marker: '' } as const

const noSecrets = { token: 'none', address: '', deviceId: '', keychain: { works: true } } as const

type Given = {
  readonly onScreen?: ShownTransaction
  readonly issued?: () => Result<IssuedRefund, Fault>
  readonly lock?: Lock
  readonly askAgain?: () => Promise<void>
  readonly rules?: Fault
}

function setUp(given: Given = {}) {
  const { onScreen = shown, issued = () => inProgress, lock = null, rules = notHere } = given
  const acts: (readonly [Act, PersonRef | null | undefined])[] = []
  const orders: RefundOrder[] = []
  const judged: RefundOrder[] = []
  const till = { serves: { id: '', name: 'Ana' } as PersonRef | null, people: [theManager], touched: 0 }
  const shownLookups = makeShownLookups((id) => ({ id, lock: id === record.id ? lock : null, stale: null }))
  shownLookups.begin(onScreen.lookup)
  shownLookups.show(onScreen)
  const handlers = refundHandlers(
    fakeParts({
      shownLookups,
      settings: { read: () => settingsSchema.parse({}) },
      who: () => till.serves,
      now: () => new Date('2026-11-21T09:01:00.000Z'),
      refundService: {
        issue: async (order) => {
          orders.push(order)
          return issued()
        },
        judge: (order) => {
          judged.push(order)
          return fail(rules)
        },
      },
      secrets: {
        askAgain: given.askAgain ?? (async () => undefined),
        read: () => ({ ...noSecrets, people: { state: 'set', people: till.people } }),
      },
      note: (act, by) => acts.push([act, by]),
      storeReasons: () => reasons,
      cashier: { during: (work) => work() },
      signIn: {
        use: () => {
          till.touched += orders.length
        },
      },
    }),
  )
  const { before: mayAsk, answer } = handlers['refund:issue']
  const issue = (order: Parameters<typeof answer>[0]) => answer(order, order.proof === undefined ? null : mei)
  const { 'refund:judge': judge, 'refund:decline': decline } = handlers
  return { mayAsk, issue, judge, decline, acts, orders, judged, shownLookups, till }
}

describe('a confirmed refund', () => {
  it('is ordered for what main itself showed under that lookup', async () => {
    const { issue, orders } = setUp()
    expect([await issue(confirmed), orders]).toEqual([inProgress, [ordered]])
  })

  it('restarts the time after which the till locks, once its answer is there to be read', async () => {
    const { issue, till } = setUp()
    await issue(confirmed)
    expect(till.touched).toBe(1)
  })

  it.each([
    ['another lookup', { lookup: lookupId(4) }],
    ['a lookup that has not begun', { lookup: lookupId(6) }],
    ['another transaction', { id: 'b' }],
    ['another sum refunded', { refunded: 1 }],
    ['another currency', { amount: { hundredths: 250, currency: 'JPY' } }],
  ])('is refused for %s', async (_name, change) => {
    const { issue, orders } = setUp()
    expect([await issue({ ...confirmed, ...change }), orders]).toEqual([outdated, []])
  })

  it('is refused at a staffed till that nobody serves: locked, or opened by rights to help alone', async () => {
    const { issue, orders, till } = setUp()
    till.serves = null
    till.people = [theManager, { ...theManager, id: 'p-ann', role: 'cashier' }]
    expect([await issue(confirmed), orders]).toEqual([fail({ kind: 'sign_in_needed' }), []])
  })

  const newer = { ...record, refunded: 1000, status: 'refunded' }
  it.each([
    { kind: 'refunded_elsewhere', record: newer },
    { kind: 'transaction_changed', changes: [], record: newer },
  ] as const)('stopped as $kind leaves the newer record under that lookup', async (fault) => {
    const { issue, shownLookups } = setUp({ issued: () => fail(fault) })
    expect([await issue(confirmed), shownLookups.shownFor(lookupId(5))?.record]).toEqual([fail(fault), newer])
  })

  it('waits until a keychain that did not answer has been asked again', async () => {
    const asked = deferred()
    const { issue, orders } = setUp({ askAgain: () => asked.promise })
    const issuing = issue(confirmed)
    await new Promise(setImmediate)
    const early = orders.length
    asked.keep()
    await issuing
    expect([early, orders.length]).toEqual([0, 1])
  })

  it('is refused for a saved copy', async () => {
    const { issue, orders } = setUp({ onScreen: { ...shown, source: 'saved' } })
    expect([await issue(confirmed), orders]).toEqual([fail({ kind: 'saved_copy_only' }), []])
  })
})

describe('a refund that is still being filled in', () => {
  it('is judged by the rules as it would be ordered, and neither keychain nor service is asked', async () => {
    const { judge, judged, orders, issue } = setUp({ askAgain: () => new Promise(() => undefined) })
    void issue(confirmed)
    const asOrdered = { ...ordered, confirmed: false }
    expect([await judge(asked), judged, orders]).toEqual([fail(notHere), [asOrdered], []])
  })

  it('is judged for what is on the screen only', async () => {
    const { judge, judged } = setUp()
    expect([await judge({ ...asked, lookup: lookupId(4) }), judged]).toEqual([outdated, []])
  })
})

describe('a second person’s no', () => {
  const declined = { ...asked, proof }

  it('is a line of the record with who, to what, and by which rules; nothing is sent', async () => {
    const { decline, acts, orders } = setUp({ rules: needed })
    const ready = await decline.before(declined)
    expect([ready.ok, await decline.answer(declined, mei), acts, orders]).toEqual([
      true,
      succeed({}),
      [
        [
          {
            ...{ act: 'declined', cashier: { id: '', name: 'Ana' }, id: 'a', rules: ['amount', 'typed'] },
            ...{ amount: 250, currency: 'HKD' },
          },
          { id: mei.id, name: mei.name },
        ],
      ],
      [],
    ])
  })

  it('is nobody’s where no second person is asked, of another screen, or the cashier’s own', async () => {
    const { decline, acts } = setUp({ rules: needed })
    const not = setUp().decline
    const own = { id: '', name: 'Ana', role: 'supervisor' } as const
    expect([
      not.before(declined),
      decline.before({ ...declined, lookup: lookupId(4) }),
      await decline.answer(declined, own),
      acts,
    ]).toEqual([fail(notHere), outdated, fail({ kind: 'second_person_is_the_cashier' }), []])
  })
})

describe('a refund that needs a supervisor', () => {
  const allowed = { ...confirmed, proof }

  it('is ordered in the name of whoever allowed it with the PIN, which goes no further', async () => {
    const { mayAsk, issue, orders } = setUp()
    const ready = await mayAsk(allowed)
    await issue(allowed)
    expect([ready.ok, orders.map(({ allowedBy }) => allowedBy)]).toEqual([
      true,
      [{ id: mei.id, name: mei.name, rules: ['typed'] }],
    ])
    expect(JSON.stringify(orders)).not.toContain('482915')
  })

  it('is not ordered for a screen that is old before or after the PIN was checked', async () => {
    const { mayAsk, issue, orders, shownLookups } = setUp()
    shownLookups.begin(lookupId(6))
    expect([await mayAsk(allowed), await issue(allowed), orders]).toEqual([outdated, outdated, []])
  })
})

describe('the record that a refund answered', () => {
  const attempt = { ...anAttemptView('a'), state: 'refunded' } as const
  const after: Transaction = { ...record, refunded: 250 }
  const next = { ...shown, record: after, at: '2026-11-21T09:01:00.000Z' }

  it('is what the window shows next, and a further refund can be confirmed from it', async () => {
    const { issue, orders, shownLookups } = setUp({ issued: () => succeed({ attempt, record: after }) })
    expect([await issue(confirmed), shownLookups.shownFor(lookupId(5))]).toEqual([
      succeed({ attempt, shown: next }),
      next,
    ])
    // The same form once more: its second person's PIN took longer than the refund.
    const again = await issue(confirmed)
    await issue({ ...confirmed, refunded: 250 })
    expect(again).toEqual(outdated)
    expect(orders.map((order) => [order.shown.refunded, order.shownBy])).toEqual([
      [0, service],
      [250, attempt.intent.serviceAddress],
    ])
  })

  it('is shown with the lock of an outcome that is not known', async () => {
    const unknown = anAttemptView('a')
    const lock = lockedBy('a')
    const { issue } = setUp({ issued: () => succeed({ attempt: unknown, record: after }), lock })
    expect(await issue(confirmed)).toEqual(succeed({ attempt: unknown, shown: { ...next, lock } }))
  })

  it('is none where no record came, and the receipt on screen stands', async () => {
    const { issue, shownLookups } = setUp({ issued: () => succeed({ attempt, record: null }) })
    expect([await issue(confirmed), shownLookups.shownFor(lookupId(5))]).toEqual([
      succeed({ attempt, shown: null }),
      shown,
    ])
  })

  it('is not shown once a newer lookup has begun', async () => {
    const issued = () => {
      deps.shownLookups.begin(lookupId(6))
      return succeed({ attempt, record: after })
    }
    const deps = setUp({ issued })
    expect([await deps.issue(confirmed), deps.shownLookups.shownFor(lookupId(6))]).toEqual([
      succeed({ attempt, shown: null }),
      null,
    ])
  })
})
