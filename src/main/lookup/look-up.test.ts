import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { Stale } from '../../shared/attempt/payment-standing'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { CodeKind, CodeMatch } from '../../shared/payment/codes'
import { lookupId } from '../../shared/testing/lookup-id'
import { aRecord, aShownRecord } from '../../shared/testing/record-sample'
import type { CopyByCode } from '../copies/saved-copies'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import type { ShowFault, ShowReply, ShowRequest } from '../service/show'
import { deferred } from '../system/testing/deferred'
import { logInto } from '../system/testing/log-into'
import { makeLookUp, makeShownLookups } from './look-up'
import { aStale, lockedBy } from './testing/an-attempt'

const away: ShowFault = { kind: 'not_connected', reason: 'refused', detail: '' }
const missing: ShowFault = { kind: 'not_found', message: 'No such transaction' }

type Script = (request: ShowRequest) => Result<ShowReply, ShowFault> | Promise<Result<ShowReply, ShowFault>>

const origin = { address: 'https://pay.example', credentials: 'digest-1', forgotten: 0 }
const fresh = { serviceAddress: 'https://pay.example', askedAt: 5, age: 0 }
const found = (id: string) => succeed({ record: aRecord({ id }), ...fresh, origin })

type Till = {
  /** The payment that an undecided refund locks. */
  readonly locked?: string
  readonly stale?: Stale
  /** Whether what the service shows is older than what is known. */
  readonly isOlder?: boolean
  readonly findCopy?: (kinds: readonly CodeKind[], code: string) => Promise<CopyByCode | null>
}

function setUp(answer: Script, { locked, stale, isOlder = false, findCopy = async () => null }: Till = {}) {
  const asked: string[] = []
  const observed: string[] = []
  const raised: string[] = []
  const raisedBefore: string[] = []
  const pushed: ShownTransaction[] = []
  const logged: string[] = []
  const shownLookups = makeShownLookups((id) => ({
    id,
    lock: id === locked ? lockedBy(id) : null,
    stale: stale ?? null,
  }))
  const now = () => new Date('2026-11-21T09:00:00.000Z')
  const recent: string[] = []
  const lookUp = makeLookUp({
    payments: {
      show: async (request) => {
        asked.push(`${request.kind} ${request.code}`)
        return answer(request)
      },
    },
    refundService: {
      observe: ({ record, serviceAddress, askedAt }) => {
        observed.push(`${record.id} of ${serviceAddress} at ${askedAt}`)
        return isOlder
      },
      raiseFromCopy: ({ record, savedAt }) => raised.push(`${record.id}, ${savedAt}`),
    },
    copies: { find: findCopy },
    shownLookups,
    recent: { add: ({ code }, record) => recent.push(`${code} ${record.id}`) },
    practice: { nameOf: (address) => `name of ${address}` },
    copyFound: (copyShown) => {
      pushed.push(copyShown)
      raisedBefore.push(...raised)
    },
    now,
    log: logInto(logged),
  })
  const find = (number: number, code: string, match: CodeMatch = 'automatic') =>
    lookUp({ lookup: lookupId(number), code, match, typed: false })
  return { find, asked, observed, shownLookups, recent, raised, raisedBefore, pushed, logged }
}

describe('looking up a code', () => {
  it('shows the record that the service has, with what keeps it from being refunded, and takes note of it', async () => {
    const { find, asked, observed, shownLookups, recent } = setUp(() => found('a'), {
      locked: 'a',
      stale: aStale,
    })
    const answer = await find(1, ' 4839\u001d20174462\r')
    const shown = {
      lookup: lookupId(1),
      record: aRecord({ id: 'a' }),
      service: fresh.serviceAddress,
      foundBy: 'transaction_id',
      code: '483920174462',
      typed: false,
      source: 'service',
      at: '2026-11-21T09:00:00.000Z',
      lock: lockedBy('a'),
      stale: aStale,
    }
    expect([answer, asked, observed, shownLookups.shownFor(lookupId(1))]).toEqual([
      { ok: true, value: shown },
      ['transaction_id 483920174462'],
      ['a of https://pay.example at 5'],
      shown,
    ])
    expect(recent).toEqual(['483920174462 a'])
  })

  it('tries the next kind after a miss', async () => {
    const { find, asked } = setUp(({ kind }) => (kind === 'internal_id' ? found('a') : fail(missing)))
    const answer = await find(1, 'C1')
    const outcome = [answer.ok && answer.value.foundBy, asked]
    expect(outcome).toEqual(['internal_id', ['transaction_id C1', 'custom_id C1', 'internal_id C1']])
  })

  it.each([
    ['the line', { kind: 'not_connected', reason: 'refused', detail: '' }],
    ['a lost answer', { kind: 'no_answer', reason: 'timeout', detail: '' }],
    ['a 500', { kind: 'service_error', httpStatus: 500, message: 'Internal Error' }],
    ['a refused token', { kind: 'token_not_accepted', httpStatus: 401, message: '' }],
    ['a strange answer', { kind: 'strange_answer', httpStatus: 200, detail: 'HTML' }],
    ["another's record", { kind: 'other_record', code: 'C1' }],
    ['a missing address', { kind: 'not_set_up' }],
  ] as const)('never tries the next kind after %s', async (_name, fault) => {
    const { find, asked, observed } = setUp(() => fail(fault))
    expect([await find(1, 'C1'), asked, observed]).toEqual([fail(fault), ['transaction_id C1'], []])
  })

  it('says not found when every kind was a miss, in the last words of the service', async () => {
    const unknown: ShowFault = { kind: 'not_found', message: 'Unknown' }
    const { find, asked } = setUp(({ kind }) => fail(kind === 'internal_id' ? unknown : missing))
    expect(await find(1, 'x'.repeat(16))).toEqual(fail(unknown))
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['custom_id', 'internal_id'])
  })

  it('does not say not found when a gateway answered for the service but once', async () => {
    const fromGateway: ShowFault = { kind: 'not_found', message: '', undocumented: true }
    const { find, asked } = setUp(({ kind }) => fail(kind === 'custom_id' ? fromGateway : missing))
    expect([await find(1, 'C1'), asked.length]).toEqual([fail(fromGateway), 3])
  })

  it.each([
    ['', 'automatic', { kind: 'code_empty' }],
    [' \r\n\u200b ', 'custom_id', { kind: 'code_empty' }],
    ['x'.repeat(65), 'automatic', { kind: 'code_too_long', maxLength: 64 }],
    ['x'.repeat(16), 'transaction_id', { kind: 'code_too_long', maxLength: 15 }],
  ] as const)('asks nobody about %j as %s', async (code, match, fault) => {
    const { find, asked } = setUp(() => found('a'))
    expect([await find(1, code, match), asked]).toEqual([fail(fault), []])
  })

  it('answers only the newest lookup with a record, whatever order the answers come in', async () => {
    const slow = deferred<Result<ShowReply, ShowFault>>()
    const { find, asked, observed, shownLookups, recent } = setUp(({ code }) =>
      code === 'slow' ? slow.promise : found('b'),
    )
    const first = find(1, 'slow')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const second = await find(2, 'quick')
    slow.keep(found('a'))
    expect([await first, second.ok, observed]).toEqual([
      fail({ kind: 'lookup_superseded' }),
      true,
      ['b of https://pay.example at 5', 'a of https://pay.example at 5'],
    ])
    expect(shownLookups.shownFor(lookupId(2))?.record.id).toBe('b')
    expect(recent).toEqual(['quick b'])
  })

  it('stops asking for further kinds once a newer lookup has begun', async () => {
    const { find, asked, shownLookups } = setUp(() => {
      shownLookups.begin(lookupId(9))
      return fail(missing)
    })
    expect([await find(1, 'C1'), asked]).toEqual([fail({ kind: 'lookup_superseded' }), ['transaction_id C1']])
  })

  it('refuses a lookup that has begun already, and lets the screen stand', async () => {
    const { find, asked, shownLookups } = setUp(() => found('a'))
    await find(2, 'C1')
    const detail = 'This lookup has begun already'
    expect([await find(2, 'C2'), asked.length]).toEqual([fail({ kind: 'request_malformed', detail }), 1])
    expect(shownLookups.shownFor(lookupId(2))?.code).toBe('C1')
  })
})

const copy: CopyByCode = {
  record: aCopyRecord('1'),
  savedAt: Date.UTC(2026, 10, 21, 9),
  kind: 'custom_id',
  address: thisTill.address,
}
const shownCopy = aShownRecord({
  ...{ record: copy.record, service: `name of ${thisTill.address}`, foundBy: 'custom_id', code: 'custom-1' },
  ...{ source: 'saved', at: '2026-11-21T09:00:00.000Z', lock: lockedBy(copy.record.id) },
})

/** A saved copy, what happens while it is read, and a service that is away, so that it is waited for. */
function setUpCopy(meanwhile: () => void = () => {}) {
  const findCopy = async () => {
    meanwhile()
    return copy
  }
  const made = setUp(() => fail(away), { findCopy, locked: copy.record.id })
  /** Returns what was pushed. */
  const show = async () => {
    await made.find(1, 'custom-1')
    return made.pushed.at(-1) ?? null
  }
  return { ...made, show }
}

describe('the saved copy of a code', () => {
  it('is looked for with the cleaned code and its kinds, and only for a code that is one', async () => {
    const looked: unknown[] = []
    const findCopy: Till['findCopy'] = async (kinds, code) => {
      looked.push([kinds, code])
      return null
    }
    const { find } = setUp(() => found('a'), { findCopy })
    await find(1, ' C1\r', 'custom_id')
    await find(2, ' ')
    expect(looked).toEqual([[['custom_id'], 'C1']])
  })

  it('is pushed before a fault that it outlives, and keeps no other answer waiting', async () => {
    const reading = deferred<null>()
    const script: Script = ({ code }) =>
      code === 'down' ? fail(away) : code === 'gone' ? fail(missing) : found('a')
    const { find } = setUp(script, { findCopy: () => reading.promise })
    const answered = [(await find(1, 'up')).ok, await find(3, 'gone')]
    const order: string[] = []
    const fault = find(2, 'down').finally(() => order.push('fault'))
    // By then all pending promises have settled.
    await nextTurn()
    order.push('copy')
    reading.keep(null)
    expect([answered, await fault, order]).toEqual([[true, fail(missing)], fail(away), ['copy', 'fault']])
  })

  it('is shown marked as saved with the lock of an undecided refund, and is what main knows to be on screen', async () => {
    const { show, shownLookups } = setUpCopy()
    expect([await show(), shownLookups.shownFor(lookupId(1))]).toEqual([shownCopy, shownCopy])
  })

  it('raises the high-water value by what was saved when, once it has been answered: the journal’s disk keeps no cashier waiting', async () => {
    const { show, raised, raisedBefore } = setUpCopy()
    await show()
    await nextTurn()
    expect([raisedBefore, raised]).toEqual([[], [`internal-1, ${copy.savedAt}`]])
  })

  it('never takes the place of an answer that was quicker', async () => {
    const answer = { ...shownCopy, source: 'service' } as const
    const parts = setUpCopy(() => parts.shownLookups.show(answer))
    expect([await parts.show(), parts.shownLookups.shownFor(lookupId(1))]).toEqual([null, answer])
  })

  it('is not shown once a newer lookup has begun', async () => {
    const parts = setUpCopy(() => parts.shownLookups.begin(lookupId(2)))
    expect([await parts.show(), parts.shownLookups.shownFor(lookupId(2))]).toEqual([null, null])
  })

  it('is none when reading it failed, which the log tells: the lookup goes on without it', async () => {
    const { show, logged } = setUpCopy(() => {
      throw new Error('broken')
    })
    expect([await show(), logged]).toEqual([null, ['A saved copy could not be shown. broken']])
  })
})

it('an answer that is older than what is known is not shown', async () => {
  const { find, observed, shownLookups } = setUp(() => found('a'), { isOlder: true })
  const shown = await find(1, 'C1')
  expect([shown, observed.length, shownLookups.shownFor(lookupId(1))]).toEqual([
    fail({ kind: 'stale_answer' }),
    1,
    null,
  ])
})

it('what is on the screen is withdrawn as soon as a newer lookup begins', async () => {
  const { find, shownLookups } = setUp(() => found('a'))
  await find(4, 'C1')
  shownLookups.begin(lookupId(5))
  expect([shownLookups.shownFor(lookupId(4)), shownLookups.shownFor(lookupId(5))]).toEqual([null, null])
})
