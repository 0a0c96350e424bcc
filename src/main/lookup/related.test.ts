import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import type { Transaction } from '../../shared/payment/transaction'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import type { ShowFault, ShowReply } from '../service/show'
import { makeCashierAtWork } from '../system/signal'
import { makeShownLookups } from './look-up'
import { makeFindRelated } from './related'
import { free } from './testing/an-attempt'

const record = aCopyRecord('1', { fields: { store_id: 'st-1' } })
const shown = aShownRecord({ record, foundBy: 'custom_id', code: 'custom-1' })
const lines = { lines: [{ name: 'name', value: 'live' }], cut: false }
const superseded = fail({ kind: 'lookup_superseded' })

type Reply = Result<ShowReply, ShowFault>

function reply(other: Partial<Transaction> = {}): Reply {
  const fresh = { serviceAddress: thisTill.address, askedAt: 0, age: 0 }
  return succeed({ record: { ...record, ...other }, ...fresh, related: lines })
}

/** The related records of a window, with a scripted service. */
function setUp(answer: (signal?: AbortSignal) => Reply | Promise<Reply> = () => reply()) {
  const asked: string[] = []
  const observed: Transaction[] = []
  const shownLookups = makeShownLookups(free)
  const cashier = makeCashierAtWork()
  const chosen = { related: relatedKinds as readonly RelatedKind[] }
  const findRelated = makeFindRelated({
    payments: {
      show: async (request, signal) => {
        asked.push(`${request.related} of ${request.kind} ${request.code}`)
        return answer(signal)
      },
    },
    shownLookups,
    refundService: { observe: (seen) => observed.push(seen.record) === 0 },
    settings: { read: () => chosen },
    cashier,
  })
  const show = (onScreen = shown) => {
    shownLookups.begin(onScreen.lookup)
    shownLookups.show(onScreen)
  }
  const find = (kind: RelatedKind = 'user', lookup = 1) =>
    findRelated({ lookup: lookupId(lookup), related: kind })
  return { asked, observed, shownLookups, cashier, chosen, show, find }
}

describe('a related record of the receipt on screen', () => {
  it.each(relatedKinds)('is asked for with the code and kind that found the record: %s', async (kind) => {
    const { show, find, asked, observed, shownLookups } = setUp(() => reply({ refunded: 500 }))
    show()
    expect([await find(kind), asked]).toEqual([
      succeed({ kind, ...lines }),
      [`${kind} of custom_id custom-1`],
    ])
    // Observed as a fresh show, and never shown.
    expect([observed.map(({ refunded }) => refunded), shownLookups.shownFor(lookupId(1))]).toEqual([
      [500],
      shown,
    ])
  })

  it('is the service’s fault where it has one, and lists wait for it meanwhile', async () => {
    const away: ShowFault = { kind: 'not_connected', reason: 'refused', detail: '' }
    const { show, find, cashier } = setUp(() => fail(away))
    show()
    const asking = find()
    expect([cashier.isGoing(), await asking, cashier.isGoing()]).toEqual([true, fail(away), false])
  })

  it('is never that of another payment with the same custom id', async () => {
    const { show, find, observed } = setUp(() => reply({ id: 'internal-2' }))
    show()
    expect([await find(), observed.length]).toEqual([fail({ kind: 'other_record', code: 'custom-1' }), 1])
  })

  it('is not asked for without a receipt, for a saved one, or where the settings leave it out', async () => {
    const { show, find, asked, shownLookups, chosen } = setUp()
    const before = await find()
    shownLookups.begin(lookupId(1))
    const looking = await find()
    shownLookups.show({ ...shown, source: 'saved' })
    const saved = await find()
    show()
    chosen.related = ['store']
    const detail = 'This till does not ask for user'
    expect([before, looking, saved, await find(), asked]).toEqual([
      superseded,
      fail({ kind: 'screen_outdated' }),
      fail({ kind: 'saved_copy_only' }),
      fail({ kind: 'request_malformed', detail }),
      [],
    ])
  })

  it('is superseded when the next lookup begins, which calls it off; an answer that came is observed', async () => {
    const lost: Reply = fail({ kind: 'no_answer', reason: 'reset', detail: '' })
    for (const [answer, seen] of [
      [lost, 0],
      [reply(), 1],
    ] as const) {
      const { show, find, shownLookups, observed } = setUp(
        (signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(answer))),
      )
      show()
      const asking = find()
      shownLookups.begin(lookupId(2))
      expect([await asking, observed.length]).toEqual([superseded, seen])
    }
  })
})
