/** For every switch of the practice service: where a caller sees it, and what each of its values shows there. */
import { expect } from 'vitest'
import type { SwitchName, switchValues } from '../switches'
import { call, outcome, showPath } from './call-service'
import {
  add,
  afterPart,
  bareFields,
  fullRemark,
  httpAndBodyStatus,
  kindsFound,
  type Look,
  longReasons,
  omittedAfterPart,
  reason,
  relatedAnswered,
  relatedOf,
  remarkAfterTwo,
  secondPart,
  statusOf,
  statusOfRefund,
  unknownFields,
  untouched,
  wrongToken,
} from './switch-looks'

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
  untouchedRefunded: [untouched('refunded'), { empty: '', zero: '0', zero_decimals: '0.00' }],
  amountsAs: [untouched('amount'), { text: '100.00', number: 100 }],
  chargeAs: [untouched('charge'), { number: 2, text: '2.00' }],
  emptyOptional: [bareFields, { absent: [undefined, undefined, false], empty: ['', '', true] }],
  remarkShown: [remarkAfterTwo, { last: 'second', first: 'first' }],
  remarkLength: [
    fullRemark,
    { whole: reason, cut_at_60: reason.slice(0, 60), cut_at_20: 'R-0123456789 The cus' },
  ],
  extraFields: [unknownFields, { none: false, some: true }],
  omittedQuery: [
    kindsFound,
    { id: ['id'], transaction_id: ['transaction_id'], any: ['id', 'transaction_id', 'custom_id'] },
  ],
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
      list: [expect.objectContaining({ id: 'F-1' })],
      text: expect.stringMatching(/^\{"id":"F-1"/),
    },
  ],
  relatedNone: [relatedOf('fixed_code'), { empty_text: '', null: null, absent: undefined }],
  relatedRefused: [
    relatedAnswered,
    {
      none: ['store', 'user', 'fixed_code', 'emv_code'],
      user: ['store', 'fixed_code', 'emv_code'],
      all: [],
    },
  ],
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
  reasonLimit: [
    longReasons,
    {
      none: [true, true, true, true, true],
      '255': [true, true, true, false, false],
      '100': [true, false, false, false, false],
    },
  ],
  unpaidRefund: [statusOfRefund({ refund_reason: 'x' }, { status: 'failed' }), { refuse: 422, allow: 200 }],
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
  practiceHeader: [
    async (service) => {
      const answered = await call(service.url, { path: showPath('nobody') })
      return typeof answered === 'string' ? answered : answered.headers['tillside-practice']
    },
    { sent: '1', absent: undefined },
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
