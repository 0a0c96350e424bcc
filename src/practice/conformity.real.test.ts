/** The practice service against interface.md: every receipt, every switch, every practice code. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { relatedKinds } from '../shared/payment/codes'
import { type Ledger, openLedger } from './ledger'
import { presentRecord, relatedRecords } from './record'
import { seedTransactions } from './seed'
import { profiles, type Switches, type SwitchName, switchNames, switchValues } from './switches'
import { type Call, call, recordOf, refundPath, serve, showPath } from './testing/call-service'
import {
  complaintsOf,
  documentedEnvelope,
  documentedError,
  documentedLengths,
  isDocumentedRelated,
} from './testing/documented-record'
import type { StoredTransaction, WireRecord } from './transaction'

/** A reason that is longer than any service cuts it to, with a character of two units at the cut of 20. */
const longReason = `R-0123456789 Größe 👜 ${'and never unpacked, '.repeat(10)}`

const details = { request_user_id: 'u', first_name: 'A', last_name: 'B', remark: 'C' }

/** The whole practice data, and beside it payments that were refunded in part, in parts and whole. */
function preparedTransactions(): readonly StoredTransaction[] {
  const ledger = openLedger({ file: ':memory:', switches: { unpaidRefund: 'allow' } })
  onTestFinished(() => ledger.close())
  for (const status of ['paid', 'failed', 'cancelled', 'on_hold']) {
    const sketch = { status, details: status === 'paid' || status === 'on_hold' ? null : details }
    refund(ledger, sketch, [2500])
    refund(ledger, sketch, [2500, 7500])
    refund(ledger, sketch, [null])
  }
  return ledger.transactions()
}

function refund(
  ledger: Ledger,
  sketch: Parameters<Ledger['addTransaction']>[0],
  parts: readonly (number | null)[],
): void {
  const { id } = ledger.addTransaction({ amount: 10_000, ...sketch }).facts
  parts.forEach((amountHundredths, index) => {
    const refunded = ledger.refund({ id, amountHundredths, reason: `${longReason}${index}`, deviceId: '' })
    if (!refunded.ok) throw new Error(refunded.fault.message)
  })
}

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
    ['a', profiles.a],
    ['b but for the switches with which that leaves the interface', profiles.b],
  ])('is as the interface has it under profile %s', (_name, profile) => {
    const left = switchNames.filter((name) => valuesOutside(name).includes(profile[name]))
    const put = Object.fromEntries(left.map((name) => [name, profiles.default[name]]))
    expect(complaintsUnder({ ...profile, ...put })).toEqual([])
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
    const part = { partRefundDetails: 'present', partRefundStatus: 'refunded' } as const
    expect(complaintsUnder({ ...profiles.default, ...part })).toEqual([])
  })
})

type Service = Awaited<ReturnType<typeof serve>>

const addTo = ({ ledger }: Service, id: string, sketch = {}) =>
  ledger.addTransaction({ id, transaction_id: `7${id}`, amount: 10_000, charge: 200, ...sketch })

/** Calls whose answers the interface leaves open, each with the payment that it is about. */
function openQuestions(): readonly (readonly [id: string, Call])[] {
  const show = (id: string, code = id, more: Partial<Call> = {}) =>
    [id, { path: showPath(code), ...more }] as const
  const refund = (id: string, refund_reason: string, amount?: string, headers = {}) => {
    const body = { refund_reason, ...(amount === undefined ? {} : { amount }) }
    return [id, { method: 'POST', path: refundPath(id), body, headers }] as const
  }
  return [
    ...['1', '71', 'SEVEN', 'nobody'].map((code) => show('1', code)),
    show('1', 'SEVEN', { body: { query: 'custom_id' } }),
    ...['1', '2'].flatMap((id) =>
      relatedKinds.map((kind) => show(id, id, { path: `${showPath(id)}?include=${kind}` })),
    ),
    show('1', '1', { headers: { authorization: 'Bearer wrong' } }),
    refund('1', 'x', '0.01'),
    refund('1', ' '),
    refund('1', 'x', ''),
    refund('2', 'x'),
    // A part, more than is left, and the rest without an amount.
    ...[refund('3', 'first', '25'), refund('3', 'second', '80'), refund('3', 'third')],
    ...[101, 256].map((length) => refund('4', 'ä'.repeat(length), '10')),
    refund('5', longReason),
    refund('6', 'x', '10', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
    ...['3', '5'].map((id) => show(id)),
  ]
}

/** All that a caller can see of what the interface leaves open, as it came, and what of it the interface does not have. */
async function seen(switches: Partial<Switches>) {
  const service = await serve({ switches })
  const named = { custom_id: 'SEVEN', gateway_sub_name: 'Zoë 👟' }
  addTo(service, '1', { ...named, fixed_id: 'F-1', gateway_code: '10_1' })
  addTo(service, '2', { status: 'failed', details })
  for (const id of ['3', '4', '5', '6']) addTo(service, id)
  const replies: unknown[] = []
  const complaints: string[] = []
  for (const [id, order] of openQuestions()) {
    const reply = await call(service.url, { ...order, raw: true })
    if (typeof reply === 'string') throw new Error(reply)
    replies.push([reply.status, reply.headers['tillside-practice'], reply.body])
    complaints.push(...answerComplaints(JSON.parse(String(reply.body)), id))
  }
  return { replies: JSON.stringify(replies), complaints }
}

/** What an answer has that is neither the error of §7 nor the envelope of §2.1 with that payment and what was asked of it. */
function answerComplaints(body: unknown, id: string): readonly string[] {
  if (documentedError.safeParse(body).success) return []
  const envelope = documentedEnvelope.safeParse(body)
  if (!envelope.success) return ['neither an envelope nor an error']
  const { data } = envelope.data
  const members = Object.entries(data)
  const isKind = (name: string) => relatedKinds.some((kind) => kind === name)
  const odd = members.filter(([name, value]) => isKind(name) && !isDocumentedRelated(value))
  return [
    ...complaintsOf(Object.fromEntries(members.filter(([name]) => !isKind(name)))),
    ...odd.map(([name]) => `${name} is no object`),
    ...(data.id === id ? [] : ['the record of another payment']),
  ]
}

describe('a caller', () => {
  it.each(switchNames.filter((name) => name !== 'interruptions'))(
    'can tell every value of %s from every other, and gets an envelope or an error of §2.1 or §7 from those inside',
    async (name) => {
      const told: string[] = []
      const values: readonly string[] = switchValues[name]
      for (const value of [...values, values[0] ?? '']) {
        const { replies, complaints } = await seen({ [name]: value })
        told.push(replies)
        if (!valuesOutside(name).includes(value)) expect([value, complaints]).toEqual([value, []])
      }
      expect([new Set(told).size, told.at(-1)]).toEqual([values.length, told[0]])
    },
  )

  it('is answered every hundredth time with 429 and 503 in turn where services are busy now and then', async () => {
    const busy = async (interruptions: Switches['interruptions']) => {
      const service = await serve({ switches: { interruptions } })
      addTo(service, '1')
      const turns: unknown[] = []
      for (let turn = 1; turn <= 200; turn += 1) {
        const reply = await call(service.url, { path: showPath('1') })
        if (typeof reply === 'string' || reply.status !== 200) turns.push([turn, Object(reply).status])
      }
      return turns
    }
    const turns = [
      [100, 429],
      [200, 503],
    ]
    expect([await busy('never'), await busy('now_and_then')]).toEqual([[], turns])
  })
})

it('a switch can be set while the service runs', async () => {
  const service = await serve()
  addTo(service, '1')
  service.setSwitches({ amountsAs: 'number' })
  expect((await recordOf(service.url, { path: showPath('1') })).amount).toBe(100)
})

it('the profiles are opposite in all but four switches', () => {
  const alike = switchNames.filter((name) => profiles.a[name] === profiles.b[name])
  expect(alike).toEqual(['overlargePart', 'errorHttpStatus', 'practiceHeader', 'interruptions'])
})
