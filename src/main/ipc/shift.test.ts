import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { ActivityPage } from '../../shared/contract/contract'
import type { KnownPerson } from '../../shared/people/people'
import type { Role } from '../../shared/people/rules'
import type { Shift } from '../../shared/refund/day'
import { aDay, theCashier } from '../../shared/testing/app-state-sample'
import { intent } from '../../shared/testing/refund-samples'
import { anAttemptView } from '../lookup/testing/an-attempt'
import { makeSignIn } from '../people/rights'
import { makeFakeClock } from '../system/testing/fake-clock'
import { activityHandlers } from './activity'
import { fakeParts } from './testing/fake-parts'

const ann = { id: 'p-ann', name: 'Ann', role: 'cashier' } as const
const ben = { id: 'p-ben', name: 'Ben', role: 'supervisor' } as const
const refOf = ({ id, name }: KnownPerson) => ({ id, name })
const sheet = { by: refOf(ann), since: 1, at: 9, day: aDay({ reprints: 3 }) }
const others = { ...sheet, by: refOf(ben) }
const shift: Shift = { person: refOf(ann), since: 1, ran: 100, line: 10 }

function refund(marker: string, cashier: KnownPerson, line: number) {
  const ran = { created: line * 10, since: line * 10 }
  return { ...anAttemptView('a'), intent: intent({ marker, cashier: refOf(cashier) }), line, ran }
}
const open = refund('R-3333333333', ben, 30)
const page: ActivityPage = {
  open: [open],
  notices: [],
  attempts: [open, refund('R-2222222222', ann, 20), refund('R-1111111111', ann, 9)],
  next: 5,
  reading: false,
}

/** A till with or without somebody signed in, and its closed shifts. */
function setUp(
  who: KnownPerson | null,
  { sending = false, helper = null as Role | null, staffed = true, first = page } = {},
) {
  const signIn = makeSignIn({ isSending: () => false, lockAfterMs: () => 1000, clock: makeFakeClock() })
  if (who !== null) signIn.begin(who)
  const closed: (readonly [Shift, boolean])[] = []
  const list = staffed ? [ann, ben] : []
  const handlers = activityHandlers(
    fakeParts({
      now: () => new Date(2026, 10, 21, 12),
      signIn,
      settings: { read: () => ({ rules: { money: [] } }) as never },
      rights: { holder: () => (helper === null ? null : { person: null, role: helper }), end: () => {} },
      secrets: {
        read: () => ({ people: { people: list.map((one) => ({ ...theCashier, ...one })) } }) as never,
      },
      refundService: {
        page: ({ before }) => (before === null ? first : { ...page, next: null }),
        isSending: () => sending,
        shiftOf: () => shift,
        noes: async () => [],
        sheets: async () => (first.reading ? null : [sheet, others]),
        closeShift: (of) => {
          closed.push([of, signIn.current()?.locked ?? true])
          return succeed(sheet)
        },
      },
    }),
  )
  return { handlers, closed, signIn }
}

describe('closing a shift', () => {
  it('writes it down for who is signed in, locks the till, and only then says what it came to', async () => {
    const { handlers, closed, signIn } = setUp(ann)
    const outcome = [await handlers['shift:close'](), closed, signIn.current()]
    expect(outcome).toEqual([succeed(sheet), [[shift, false]], { person: ann, locked: true }])
  })

  it('is nobody’s while nobody is signed in or it is locked, and waits for a refund that is being sent', async () => {
    const locked = setUp(ann)
    locked.signIn.lock('key')
    expect([
      await setUp(null).handlers['shift:close'](),
      await locked.handlers['shift:close'](),
      await setUp(ann, { sending: true }).handlers['shift:close'](),
    ]).toEqual([
      fail({ kind: 'sign_in_needed' }),
      fail({ kind: 'sign_in_needed' }),
      fail({ kind: 'refund_in_progress' }),
    ])
  })
})

describe('what is seen of the till', () => {
  const span = { from: 0, to: 10 }
  async function seen({ handlers }: ReturnType<typeof setUp>) {
    const listed = await handlers['activity:page']({ before: null, count: 100 })
    const day = await handlers['activity:day'](span)
    const sheets = await handlers['shift:sheets'](span)
    return [
      listed.ok && [listed.value.attempts.map(({ intent: { marker } }) => marker), listed.value.next],
      day.ok && [day.value.day === null, day.value.open.length],
      sheets.ok && sheets.value.map(({ by }) => by.name),
    ]
  }
  const all = [
    [['R-3333333333', 'R-2222222222', 'R-1111111111'], 5],
    [false, 1],
    ['Ann', 'Ben'],
  ]

  it('by a cashier is the own shift without its figures, what is open at the till, and the own sheets', async () => {
    expect(await seen(setUp(ann))).toEqual([[['R-2222222222'], 5], [true, 1], ['Ann']])
  })

  it('by a cashier is the own shift also behind whole pages of others’ refunds', async () => {
    const first = { ...page, attempts: [open] }
    expect(await seen(setUp(ann, { first }))).toEqual([[['R-2222222222'], null], [true, 1], ['Ann']])
  })

  it('is refused where part of the time is still being read, in place of figures and shifts that leave some out', async () => {
    const { handlers } = setUp(ben, { first: { ...page, reading: true } })
    const refused = fail({ kind: 'refunds_off', why: 'journal_opening' })
    expect([await handlers['activity:day'](span), await handlers['shift:sheets'](span)]).toEqual([
      refused,
      refused,
    ])
  })

  it('by a cashier who has a receipt or a slip is all that was refunded of it', async () => {
    const { handlers } = setUp(ann)
    const order = { before: null, count: 100 }
    const pages = [
      await handlers['activity:page']({ ...order, code: 'internal-1' }),
      await handlers['activity:page']({ ...order, marker: 'R-3333333333' }),
      await handlers['activity:page']({ ...order, cashier: 'Ben' }),
    ]
    expect(pages.map((page) => page.ok && page.value.attempts.length)).toEqual([3, 3, 1])
  })

  it('by a supervisor, by whoever helps a cashier, and on an open till is all of it', async () => {
    expect([
      await seen({ ...setUp(ben) }),
      await seen(setUp(ann, { helper: 'supervisor' })),
      await seen(setUp(null, { staffed: false })),
    ]).toEqual([all, all, all])
  })
})
