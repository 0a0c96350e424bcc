/** For every switch of the practice service: where a caller sees it, and what each of its values shows there. */
import { expect } from 'vitest'
import { relatedKinds } from '../../shared/related'
import type { SwitchName, switchValues } from '../switches'
import { call, outcome, recordOf, refundPath, type serve, showPath } from './call-service'

export type Service = Awaited<ReturnType<typeof serve>>

/** Answers something that a caller can see, which the switch decides. */
type Look = (service: Service) => Promise<unknown>

const reason = 'R-0123456789 The customer brought it back, and it was never unpacked: all of it is returned.'

export function add(service: Service, sketch = {}): string {
  return service.ledger.addTransaction({ amount: 10_000, charge: 200, ...sketch }).facts.id
}

const refund = (service: Service, id: string, body: Record<string, string> | string, headers = {}) =>
  outcome(service.url, { method: 'POST', path: refundPath(id), body, headers })

const statusOf = (seen: unknown) => (seen instanceof Object && 'status' in seen ? seen.status : seen)

/** A field of a record after a part of it was refunded. */
const afterPart =
  (field: string): Look =>
  async (service) => {
    const id = add(service)
    await refund(service, id, { refund_reason: reason, amount: '25' })
    return (await recordOf(service.url, { path: showPath(id) }))[field]
  }

const untouched =
  (field: string): Look =>
  async (service) =>
    (await recordOf(service.url, { path: showPath(add(service)) }))[field]

const remarkAfterTwo: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'first', amount: '25' })
  await refund(service, id, { refund_reason: 'second' })
  const record = await recordOf(service.url, { path: showPath(id) })
  return record.refund_details instanceof Object && 'remark' in record.refund_details
    ? record.refund_details.remark
    : null
}

const statusOfRefund =
  (body: Record<string, string> | string, sketch = {}, headers = {}): Look =>
  async (service) =>
    statusOf(await refund(service, add(service, sketch), body, headers))

async function kindsFound(service: Service): Promise<readonly string[]> {
  const id = add(service, { transaction_id: '700', custom_id: 'SEVEN' })
  const codes = { id, transaction_id: '700', custom_id: 'SEVEN' }
  const found: string[] = []
  for (const [kind, code] of Object.entries(codes)) {
    if (statusOf(await outcome(service.url, { path: showPath(code) })) === 200) found.push(kind)
  }
  return found
}

const includeWays: Look = async (service) => {
  const path = showPath(add(service))
  const accepted = async (search: string) =>
    statusOf(await outcome(service.url, { path: path + search })) === 200
  return [await accepted('?include=store,user'), await accepted('?include=store&include=user')]
}

const secondPart: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'first', amount: '25' })
  const seen = await refund(service, id, { refund_reason: 'second', amount: '80' })
  return [statusOf(seen), service.ledger.entries(id).map(({ amountHundredths }) => amountHundredths)]
}

const touchedByRefusal: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'x', amount: '500' })
  return (await recordOf(service.url, { path: showPath(id) })).updated_at
}

const whichOfTheShared: Look = async (service) => {
  const body = { query: 'custom_id' }
  return (await recordOf(service.url, { path: showPath('DEMO-SHARED'), body })).amount
}

const wrongToken: Look = async (service) => {
  const headers = { authorization: 'Bearer wrong' }
  const seen = await outcome(service.url, { path: showPath('x'), headers })
  return seen instanceof Object && 'body' in seen ? seen.body : seen
}

const fullRemark: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: reason })
  const { refund_details } = await recordOf(service.url, { path: showPath(id) })
  return refund_details instanceof Object && 'remark' in refund_details ? refund_details.remark : null
}

const longReasons: Look = async (service) => {
  const lengths = [100, 101, 255, 256, 4000]
  const seen = lengths.map((length) => statusOfRefund({ refund_reason: 'ä'.repeat(length) })(service))
  return (await Promise.all(seen)).map((status) => status === 200)
}

/** The two ways in which an optional field without a value can be seen. */
const bareFields: Look = async (service) => {
  const record = await recordOf(service.url, { path: showPath(add(service)) })
  return [record.custom_id, record.pin_key, 'expired_at' in record]
}

const unknownFields: Look = async (service) =>
  'terminal_label' in (await recordOf(service.url, { path: showPath(add(service)) }))

const queryInUrl: Look = async (service) => {
  add(service, { custom_id: 'SEVEN' })
  return statusOf(await outcome(service.url, { path: `${showPath('SEVEN')}?query=custom_id` }))
}

const omittedAfterPart: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'first', amount: '25' })
  return statusOf(await refund(service, id, { refund_reason: 'second' }))
}

const httpAndBodyStatus: Look = async (service) => {
  const reply = await call(service.url, { path: showPath('nobody') })
  return typeof reply === 'string' ? reply : [reply.status, reply.body]
}

/** A related record as it stands in the answer; undefined when it does not. */
const relatedOf =
  (kind: string, sketch = {}): Look =>
  async (service) =>
    (await recordOf(service.url, { path: `${showPath(add(service, sketch))}?include=${kind}` }))[kind]

const relatedAnswered: Look = async (service) => {
  const path = showPath(add(service, { fixed_id: 'F-1', gateway_code: '10_1' }))
  const seen: string[] = []
  for (const kind of relatedKinds) {
    if (statusOf(await outcome(service.url, { path: `${path}?include=${kind}` })) === 200) seen.push(kind)
  }
  return seen
}

const error = (status: number, message: string) => ({ success: false, message, status })
const miss = { success: false, message: 'Transaction not found' }
const noToken = { success: false, message: 'Unauthenticated' }
const internal = { success: false, message: 'Internal Error', status: 500 }

/** For every switch, what shows it and what is seen under each of its values. */
export const proofs: {
  readonly [name in SwitchName]: readonly [
    Look,
    Readonly<Record<(typeof switchValues)[name][number], unknown>>,
  ]
} = {
  partRefundStatus: [
    afterPart('status'),
    { paid: 'paid', refunded: 'refunded', partially_refunded: 'partially_refunded' },
  ],
  partRefundDetails: [
    afterPart('refund_details'),
    { absent: undefined, present: expect.objectContaining({ remark: reason }) },
  ],
  partRefundedAt: [afterPart('refunded_at'), { empty: '', set: '2026-11-21 10:00:00' }],
  partRefundCharge: [afterPart('refund_charge'), { proportional: '-0.50', untouched: '0.00' }],
  untouchedRefunded: [untouched('refunded'), { empty: '', zero: '0', zero_decimals: '0.00' }],
  untouchedRefundCharge: [untouched('refund_charge'), { empty: '', zero_decimals: '0.00' }],
  amountsAs: [untouched('amount'), { text: '100.00', number: 100 }],
  chargeAs: [untouched('charge'), { number: 2, text: '2.00' }],
  emptyOptional: [bareFields, { absent: [undefined, undefined, false], empty: ['', '', true] }],
  remarkShown: [remarkAfterTwo, { last: 'second', first: 'first' }],
  remarkLength: [
    fullRemark,
    { whole: reason, cut_at_60: reason.slice(0, 60), cut_at_20: 'R-0123456789 The cus' },
  ],
  extraFields: [unknownFields, { none: false, some: true }],
  clock: [touchedNow, { utc: '2026-11-21 10:00:00', plus_eight: '2026-11-21 18:00:00' }],
  omittedQuery: [
    kindsFound,
    { id: ['id'], transaction_id: ['transaction_id'], any: ['id', 'transaction_id', 'custom_id'] },
  ],
  queryInUrl: [queryInUrl, { ignored: 404, read: 200 }],
  jsonText: [
    async (service) => {
      const asked = await call(service.url, { path: showPath(add(service, { payer: 'Zoë 👟' })), raw: true })
      return typeof asked === 'string' ? asked : /"payer":("[^"]*")/.exec(String(asked.body))?.[1]
    },
    { plain: '"Zoë 👟"', escaped: '"Zo\\u00eb \\ud83d\\udc5f"' },
  ],
  relatedShape: [
    relatedOf('fixed_code', { fixed_id: 'F-1' }),
    {
      object: expect.objectContaining({ id: 'F-1', name: 'Counter 1' }),
      nested: expect.objectContaining({ id: 'F-1', record: expect.anything() }),
      wide: expect.objectContaining({ id: 'F-1', yes: true, nothing: null, member_300: 299 }),
      list: [expect.objectContaining({ id: 'F-1' })],
      text: expect.stringMatching(/^\{"id":"F-1"/),
    },
  ],
  relatedNone: [relatedOf('fixed_code'), { empty_text: '', empty_object: {}, null: null, absent: undefined }],
  relatedRefused: [
    relatedAnswered,
    {
      none: ['store', 'user', 'fixed_code', 'emv_code'],
      store: ['user', 'fixed_code', 'emv_code'],
      user: ['store', 'fixed_code', 'emv_code'],
      all: [],
    },
  ],
  relatedRefusedStatus: [
    async (service) => {
      service.setSwitches({ relatedRefused: 'all' })
      return outcome(service.url, { path: `${showPath(add(service))}?include=store` })
    },
    {
      '403': { status: 403, body: error(403, 'This token may not see the store') },
      '404': { status: 404, body: error(404, 'There is no store to show') },
      '422': { status: 422, body: error(422, 'The store cannot be included') },
    },
  ],
  severalIncludes: [includeWays, { both: [true, true], comma: [true, false], repeated: [false, true] }],
  sharedCustomId: [whichOfTheShared, { newest: '44.00', oldest: '33.00' }],
  missStatus: [
    async ({ url }) => outcome(url, { path: showPath('nobody') }),
    {
      '404': { status: 404, body: { ...miss, status: 404 } },
      '422': { status: 422, body: { ...miss, status: 422 } },
      '400': { status: 400, body: { ...miss, status: 400 } },
      '500': { status: 500, body: internal },
    },
  ],
  invalidStatus: [statusOfRefund({ refund_reason: 'x', amount: '0.01' }), { '422': 422, '400': 400 }],
  overlargePart: [secondPart, { refuse: [422, [2500]], clamp: [200, [2500, 7500]] }],
  omittedAmount: [omittedAfterPart, { rest: 200, refuse: 422 }],
  emptyAmount: [statusOfRefund({ refund_reason: 'x', amount: '' }), { refuse: 422, omitted: 200 }],
  reasonLimit: [
    longReasons,
    {
      none: [true, true, true, true, true],
      '255': [true, true, true, false, false],
      '100': [true, false, false, false, false],
    },
  ],
  blankReason: [statusOfRefund({ refund_reason: '  ' }), { refuse: 422, accept: 200 }],
  unpaidRefund: [statusOfRefund({ refund_reason: 'x' }, { status: 'failed' }), { refuse: 422, allow: 200 }],
  refusalTouches: [touchedByRefusal, { stays: '2026-11-20 09:12:44', moves: '2026-11-21 10:00:00' }],
  repeatedFields: [statusOfRefund('refund_reason=x&refund_reason=y'), { refuse: 400, last: 200 }],
  contentTypeParameters: [
    statusOfRefund(
      { refund_reason: 'x' },
      {},
      { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    ),
    { accept: 200, refuse: 415 },
  ],
  unauthenticatedStatus: [
    wrongToken,
    {
      '401': { ...noToken, status: 401 },
      '403': { ...noToken, status: 403 },
      '400': { ...noToken, status: 400 },
      '500': internal,
    },
  ],
  errorHttpStatus: [
    httpAndBodyStatus,
    { same: [404, { ...miss, status: 404 }], '200': [200, { ...miss, status: 404 }] },
  ],
  interruptions: [
    async (service) => {
      const id = add(service)
      const seen: unknown[] = []
      for (let turn = 1; turn <= 200; turn += 1) {
        seen.push(statusOf(await outcome(service.url, { path: showPath(id) })))
      }
      return seen.flatMap((status, index) => (status === 200 ? [] : [[index + 1, status]]))
    },
    {
      never: [],
      now_and_then: [
        [100, 429],
        [200, 503],
      ],
    },
  ],
}

async function touchedNow(service: Service): Promise<unknown> {
  const id = add(service)
  await refund(service, id, { refund_reason: reason, amount: '25' })
  return (await recordOf(service.url, { path: showPath(id) })).updated_at
}
