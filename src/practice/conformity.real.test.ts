/** The practice service against interface.md: every receipt, every switch, every practice code. */
import { describe, expect, it } from 'vitest'
import { relatedKinds } from '../shared/payment/codes'
import { presentRecord, relatedRecords } from './record'
import { seedTransactions } from './seed'
import { profiles, type Switches, type SwitchName, switchNames, switchValues } from './switches'
import { answerComplaints } from './testing/answer-complaints'
import { call, recordOf, serve, showPath } from './testing/call-service'
import { complaintsOf, documentedLengths, isDocumentedRelated } from './testing/documented-record'
import { longReason, preparedTransactions } from './testing/prepared-ledger'
import { refundedOf, type StoredTransaction, type WireRecord } from './transaction'

/** What of one payment is not as the document has it: the record, its remark and its related records. */
function complaintsAbout(transaction: StoredTransaction, switches: Switches): readonly string[] {
  const record = presentRecord(transaction, switches)
  const related = relatedRecords(transaction, relatedKinds, switches)
  const odd = related.ok
    ? relatedKinds.filter((kind) => !isDocumentedRelated(new Map(Object.entries(related.value)).get(kind)))
    : []
  return [
    ...complaintsOf(record),
    ...remarkComplaints(record, transaction),
    ...odd.map((kind) => `${kind} is no object and not ''`),
  ]
}

/** "For a refund it is the refund_reason sent." */
function remarkComplaints(record: WireRecord, { refunds }: StoredTransaction): readonly string[] {
  const { refund_details: details } = record
  if (details === undefined || details === null || typeof details !== 'object' || !('remark' in details))
    return []
  return refunds.some(({ reason }) => reason === details.remark) ? [] : ['remark is not the reason']
}

function complaintsUnder(switches: Switches): readonly string[] {
  return preparedTransactions().flatMap((transaction) =>
    complaintsAbout(transaction, switches).map(
      (complaint) => `${transaction.facts.custom_id ?? transaction.facts.gateway_code} ${complaint}`,
    ),
  )
}

/** The values of switches that leave the interface, as services do; all others are what one may do that keeps to it. */
const outside: { readonly [name in SwitchName]?: readonly string[] } = {
  partRefundDetails: ['present'],
  amountsAs: ['number'],
  remarkLength: ['cut_at_60', 'cut_at_20'],
  extraFields: ['some'],
  relatedShape: ['list', 'text'],
  relatedNone: ['null', 'absent'],
}
const valuesOutside = (name: SwitchName) => outside[name] ?? []
const valuesInside = (name: SwitchName) =>
  switchValues[name].filter((value) => !valuesOutside(name).includes(value))
const values = (pick: (name: SwitchName) => readonly string[]) =>
  switchNames.flatMap((name) => pick(name).map((value) => [name, value] as const))

describe('every receipt of the practice data', () => {
  it.each([
    ['default', profiles.default],
    ['a', profiles.a],
  ])('is as the interface has it under profile %s, over the wire', async (_name, switches) => {
    const service = await serve({ switches })
    for (const { facts } of service.ledger.transactions()) {
      // Its show has no answer.
      if (facts.custom_id === 'PRACTICE-SHOW-DOWN') continue
      const body = { query: 'transaction_id' }
      const record = await recordOf(service.url, { path: showPath(facts.transaction_id), body })
      expect([facts.custom_id, complaintsOf(record)]).toEqual([facts.custom_id, []])
    }
  })

  it('is so under profile b but for the switches with which that leaves the interface', () => {
    const left = switchNames.filter((name) => valuesOutside(name).includes(profiles.b[name]))
    const put = Object.fromEntries(left.map((name) => [name, profiles.default[name]]))
    expect(complaintsUnder({ ...profiles.b, ...put })).toEqual([])
  })

  it('has two decimals in every amount, which the interface promises of one of them only', () => {
    const money = ['amount', 'refunded', 'refund_charge', 'net', 'tips'] as const
    const written = preparedTransactions().flatMap((transaction) => {
      const record = presentRecord(transaction, profiles.default)
      return money.map((name) => String(record[name]))
    })
    expect(written.filter((text) => !/^(-?\d+\.\d\d)?$/.test(text))).toEqual([])
  })

  it('reaches every length that the interface gives, and both ends of what an amount may be', () => {
    const lengths = new Map<string, number>()
    for (const transaction of preparedTransactions()) {
      const record = presentRecord(transaction, { ...profiles.default, chargeAs: 'text' })
      for (const [name, value] of Object.entries(record)) {
        const length = typeof value === 'string' ? Array.from(value).length : 0
        lengths.set(name, Math.max(length, lengths.get(name) ?? 0))
      }
    }
    // No receipt has a charge as long as it may be.
    expect(Object.fromEntries(lengths)).toMatchObject({ ...documentedLengths, charge: 14 })
  })

  it('has one whose two longest texts make an answer of more than a megabyte and a half, escaped', async () => {
    const { url } = await serve({ switches: { jsonText: 'escaped' } })
    const order = { path: showPath('DEMO-LONG-WALLET'), body: { query: 'custom_id' }, raw: true }
    const reply = await call(url, order)
    const length = typeof reply === 'string' ? 0 : String(reply.body).length
    expect([length > 1_570_000, length < 2 * 1024 * 1024]).toEqual([true, true])
  })

  it('has extra parameters that are JSON in a text, also the longest', () => {
    for (const { facts } of seedTransactions()) {
      if (facts.extra_parameters !== null) expect(JSON.parse(facts.extra_parameters)).toBeTypeOf('object')
    }
  })
})

describe('every value of a switch', () => {
  it.each(values(valuesInside))('%s %s keeps every receipt inside the interface', (name, value) => {
    expect(complaintsUnder({ ...profiles.default, [name]: value })).toEqual([])
  })

  it.each(values(valuesOutside))('%s %s takes a receipt out of the interface', (name, value) => {
    const switches: Switches = { ...profiles.default, [name]: value }
    expect(complaintsUnder(switches)).not.toEqual([])
  })

  it('partRefundDetails present stays inside where a part leads to the status refunded', () => {
    const switches = {
      ...profiles.default,
      partRefundDetails: 'present',
      partRefundStatus: 'refunded',
    } as const
    expect(complaintsUnder(switches)).toEqual([])
  })

  it.each(values(valuesInside))(
    '%s %s answers an envelope or an error of §2.1 or §7',
    async (name, value) => {
      const { url, ledger } = await serve({ switches: { [name]: value } })
      const { id } = ledger.addTransaction({ amount: 10_000, custom_id: 'MINE' }).facts
      const path = showPath(id)
      const refund = (body: Record<string, string>) => ({ method: 'POST', path: `${path}/refund`, body })
      const orders = [
        { path },
        { path: showPath('MINE'), body: { query: 'custom_id' } },
        { path: showPath('nobody') },
        { path, headers: { authorization: 'Bearer wrong' } },
        ...relatedKinds.map((kind) => ({ path: `${path}?include=${kind}` })),
        refund({ refund_reason: ' ' }),
        refund({ refund_reason: longReason, amount: '25' }),
        refund({ refund_reason: longReason, amount: '80' }),
        refund({ refund_reason: 'x', amount: '' }),
        refund({ refund_reason: 'x' }),
      ]
      for (const order of orders)
        expect([order, answerComplaints(await call(url, order), id)]).toEqual([order, []])
      const [refunded] = ledger
        .transactions()
        .filter(({ facts }) => facts.id === id)
        .map(refundedOf)
      expect(refunded).toBeLessThanOrEqual(10_000)
    },
  )
})
