import { describe, expect, it } from 'vitest'
import type { ShownTransaction } from '../../shared/contract'
import { type RelatedKind, relatedKinds } from '../../shared/related'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { RelatedReply, RelatedRequest, ShowFault } from '../payments/payment-service'
import type { SavedRelated, StoreName } from './related-rows'
import { makeRelatedShows } from './related-shows'
import { makeShownLookups } from './shown-lookups'
import { makeStoreNames } from './store-names'
import { aCopyRecord, thisTill } from './testing/copy-samples'

const counterWindow = 1
const at = '2026-11-21T09:00:00.000Z'
const record = aCopyRecord('1', { fields: { store_id: 'st-1' } })
const shown: ShownTransaction = {
  lookup: 1,
  record,
  store: { id: 'st-1', name: null },
  foundBy: 'custom_id',
  code: 'custom-1',
  source: 'service',
  at,
  locked: null,
}
const lines = (value: string) => ({ lines: [{ name: 'name', value }], cut: false })
const away: ShowFault = { kind: 'not_connected', reason: 'refused', detail: '' }
const refused: ShowFault = { kind: 'service_error', httpStatus: 403, message: 'Not yours' }

function reply(
  storeName: string | null = null,
  other: Partial<Transaction> = {},
): Result<RelatedReply, ShowFault> {
  return succeed({
    record: { ...record, ...other },
    shown: lines('live'),
    saved: lines('saved'),
    storeName,
  })
}

type Script = (request: RelatedRequest) => Result<RelatedReply, ShowFault> | null | Promise<null>

function setUp(script: Script = () => reply(), given: { saved?: SavedRelated; kept?: StoreName[] } = {}) {
  const till = { related: relatedKinds as readonly RelatedKind[], offline: false, now: 0 }
  const asked: string[] = []
  const observed: Transaction[] = []
  const named: unknown[] = []
  const kept = given.kept ?? []
  const shownLookups = makeShownLookups()
  const storeNames = makeStoreNames({
    copies: {
      ownerOf: () => thisTill,
      keepStoreName: (_record, name) => kept.push(name),
      storeNames: async () => kept,
    },
    now: () => till.now,
  })
  const related = makeRelatedShows({
    shows: {
      show: async (request) => {
        asked.push(`${request.related} of ${request.kind} ${request.code}`)
        return script(request)
      },
    },
    shownLookups,
    refundDesk: { observe: (seen) => observed.push(seen) },
    copies: { related: async () => given.saved ?? null },
    storeNames,
    settings: { read: () => ({ related: till.related }) },
    isOffline: () => till.offline,
    storeNamed: (name) => named.push(name),
    now: () => new Date(at),
  })
  /** The receipt that a lookup found. */
  const show = (onScreen: ShownTransaction = shown) => {
    shownLookups.begin(counterWindow, onScreen.lookup)
    shownLookups.show(counterWindow, onScreen)
    if (onScreen.source === 'service') shownLookups.end(counterWindow, onScreen.lookup, null)
  }
  const find = (kind: RelatedKind = 'user', lookup = 1) =>
    related.find(counterWindow, { lookup, related: kind })
  return { till, asked, observed, named, kept, shownLookups, storeNames, related, show, find }
}

const fromService = (kind: RelatedKind) => succeed({ kind, ...lines('live'), source: 'service', at })
const savedThen: SavedRelated = { lines: lines('then'), savedAt: Date.UTC(2026, 10, 20) }
const fromCopy = (kind: RelatedKind) =>
  succeed({ kind, ...lines('then'), source: 'saved', at: '2026-11-20T00:00:00.000Z' })

describe('a related record of the receipt on screen', () => {
  it.each(relatedKinds)('is asked for with the code and kind that found the record: %s', async (kind) => {
    const { show, find, asked, observed, shownLookups } = setUp(() => reply(null, { refunded: 500 }))
    show()
    expect([await find(kind), asked]).toEqual([fromService(kind), [`${kind} of custom_id custom-1`]])
    // It is a fresh show, and never paints.
    expect([observed.map(({ refunded }) => refunded), shownLookups.shownIn(counterWindow, 1)]).toEqual([
      [500],
      shown,
    ])
  })

  it('is asked for once, however often More is opened, and anew with the next lookup', async () => {
    const { show, find, asked } = setUp()
    show()
    await Promise.all([find(), find()])
    await find()
    const once = asked.length
    show({ ...shown, lookup: 2 })
    await find('user', 2)
    expect([once, asked.length]).toEqual([1, 2])
  })

  it('is asked for once where the service refuses, and again where only the line was away', async () => {
    const faults = [refused, away]
    const outcomes = await Promise.all(
      faults.map(async (fault) => {
        const { show, find, asked } = setUp(() => fail(fault))
        show()
        return [await find(), await find(), asked.length]
      }),
    )
    expect(outcomes).toEqual([
      [fail(refused), fail(refused), 1],
      [fail(away), fail(away), 2],
    ])
  })

  it.each([refused, away, { kind: 'not_found', message: '' } as const])(
    'is the saved one with its time where the service answers %j',
    async (fault) => {
      const { show, find } = setUp(() => fail(fault), { saved: savedThen })
      show()
      expect(await find()).toEqual(fromCopy('user'))
    },
  )

  it('is never that of another payment with the same custom id', async () => {
    const { show, find, observed } = setUp(() => reply(null, { id: 'internal-2' }))
    show()
    expect([await find(), observed.length]).toEqual([fail({ kind: 'other_record', code: 'custom-1' }), 1])
  })

  it('is not asked for where the settings leave it out', async () => {
    const { till, show, find, asked } = setUp()
    till.related = ['store']
    show()
    const detail = 'This till does not ask for user'
    expect([await find(), asked]).toEqual([fail({ kind: 'request_malformed', detail }), []])
  })

  it('is none without a receipt', async () => {
    const { find, shownLookups, asked } = setUp()
    const before = await find()
    shownLookups.begin(counterWindow, 1)
    shownLookups.end(counterWindow, 1, { kind: 'not_found', message: '' })
    expect([before, await find(), asked]).toEqual([
      fail({ kind: 'lookup_superseded' }),
      fail({ kind: 'screen_outdated' }),
      [],
    ])
  })

  it('is superseded as soon as the next lookup begins, while it is asked for and before', async () => {
    const { show, find, shownLookups } = setUp(() => new Promise(() => {}))
    show()
    const asking = find()
    shownLookups.begin(counterWindow, 2)
    const waiting = find('user', 2)
    shownLookups.begin(counterWindow, 3)
    const over = fail({ kind: 'lookup_superseded' })
    expect(await Promise.all([asking, waiting, find('store', 1)])).toEqual([over, over, over])
  })
})

describe('a related record of a saved copy', () => {
  const copy = { ...shown, source: 'saved' } as const

  it('waits for the service’s answer to the lookup, and is then asked for', async () => {
    const { show, find, shownLookups, asked } = setUp()
    show(copy)
    const asking = find()
    await new Promise(setImmediate)
    const early = asked.length
    shownLookups.show(counterWindow, shown)
    shownLookups.end(counterWindow, 1, null)
    expect([early, await asking, asked.length]).toEqual([0, fromService('user'), 1])
  })

  it('is the saved one where the lookup had no answer, and nothing more is asked', async () => {
    const { show, find, shownLookups, asked } = setUp(() => reply(), { saved: savedThen })
    show(copy)
    shownLookups.end(counterWindow, 1, away)
    expect([await find(), asked]).toEqual([fromCopy('user'), []])
  })

  it('is the lookup’s own fault where none is saved', async () => {
    const { show, find, shownLookups } = setUp()
    show(copy)
    shownLookups.end(counterWindow, 1, away)
    expect(await find()).toEqual(fail(away))
  })

  it('is the saved one at once while the line is known to be away', async () => {
    const { till, show, find } = setUp(() => reply(), { saved: savedThen })
    till.offline = true
    show(copy)
    expect(await find()).toEqual(fromCopy('user'))
  })
})

describe('the name of the store that took a payment', () => {
  const name = (parts: ReturnType<typeof setUp>, onScreen = shown) => {
    parts.show(onScreen)
    return parts.related.nameStore(counterWindow, onScreen)
  }
  const harbour = { lookup: 1, store: { id: 'st-1', name: 'Harbour Road' } }

  it('is fetched behind the receipt, told, kept, and serves More as well', async () => {
    const parts = setUp(() => reply('Harbour Road'))
    await name(parts)
    expect([parts.named, parts.kept.length, await parts.find('store'), parts.asked.length]).toEqual([
      [harbour],
      1,
      fromService('store'),
      1,
    ])
  })

  it('is fetched once: the next receipt of that store has it', async () => {
    const parts = setUp(() => reply('Harbour Road'))
    await name(parts)
    await name(parts, { ...shown, lookup: 2, store: parts.storeNames.storeOf(record) })
    expect([parts.asked.length, parts.storeNames.storeOf(record).name]).toEqual([1, 'Harbour Road'])
  })

  it('is not asked for when it was kept, only told', async () => {
    const first = setUp(() => reply('Harbour Road'))
    await name(first)
    const parts = setUp(() => reply('Other'), { kept: [...first.kept] })
    await name(parts)
    expect([parts.named, parts.asked]).toEqual([[harbour], []])
  })

  it('is learned and told when More is opened, and again when it has changed', async () => {
    const names = ['Harbour Road', 'Harbour Rd']
    const parts = setUp(() => reply(names.shift() ?? null))
    parts.show()
    await parts.find('store')
    parts.show({ ...shown, lookup: 2 })
    await parts.find('store', 2)
    expect(parts.named).toEqual([harbour, { lookup: 2, store: { id: 'st-1', name: 'Harbour Rd' } }])
  })

  it.each([
    ['refused', () => fail(refused), 60 * 60 * 1000],
    ['without a name', () => reply(null), 60 * 60 * 1000],
    ['away', () => fail(away), 60 * 1000],
  ] as const)('is left alone for a while where it was %s', async (_name, script, milliseconds) => {
    const parts = setUp(script)
    await name(parts)
    parts.till.now = milliseconds - 1
    await name(parts, { ...shown, lookup: 2 })
    const resting = parts.asked.length
    parts.till.now = milliseconds
    await name(parts, { ...shown, lookup: 3 })
    expect([resting, parts.asked.length, parts.named]).toEqual([1, 2, []])
  })

  it.each([
    ['a saved copy', { source: 'saved' }],
    ['a store that is named already', { store: { id: 'st-1', name: 'H' } }],
    ['a payment without a store', { store: { id: '', name: null } }],
  ] as const)('is not asked for with %s', async (_name, change) => {
    const parts = setUp(() => reply('Harbour Road'))
    await name(parts, { ...shown, ...change })
    expect([parts.asked, parts.named]).toEqual([[], []])
  })

  it('is not asked for where the settings leave stores out', async () => {
    const parts = setUp(() => reply('Harbour Road'))
    parts.till.related = ['user']
    await name(parts)
    expect(parts.asked).toEqual([])
  })

  it('is kept but not told when a newer lookup has begun meanwhile', async () => {
    const parts = setUp(() => {
      parts.shownLookups.begin(counterWindow, 2)
      return reply('Harbour Road')
    })
    await name(parts)
    await new Promise(setImmediate)
    expect([parts.named, parts.kept.length]).toEqual([[], 1])
  })

  it('is not left alone because a scan was faster', async () => {
    const parts = setUp(() => {
      parts.shownLookups.begin(counterWindow, 2)
      return null
    })
    await name(parts)
    await new Promise(setImmediate)
    expect(parts.storeNames.isResting(record)).toBe(false)
  })
})
