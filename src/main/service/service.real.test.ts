import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { switchValues } from '../../practice/switches'
import { serve as servePractice } from '../../practice/testing/call-service'
import { fail, succeed } from '../../shared/base/result'
import { makeSignal } from '../system/signal'
import type { LendCredentials } from './address'
import type { ServiceCallDeps } from './exchange'
import {
  type KnownPayment,
  makeAcceptsToken,
  makeAskService,
  makePracticeServices,
  makeShowsPayment,
  recordPractice,
} from './service'
import { makeHttpPaymentService, type ShowFault, type TransactionReader } from './show'
import { byTransaction, errorBody, neverSent, openPaymentsRig, order } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'

const noPayment = async () => null
const make = (credentials: LendCredentials) => makeHttpPaymentService({ credentials })

it('asks the service itself what it says of a token, its own, another and where nobody is there, and sends no refund', async () => {
  const service = await servePractice({ token: 'right' })
  const [acceptsToken, askService] = [makeAcceptsToken(make, noPayment), makeAskService(make)]
  const ask = async (token: string) => {
    const typed = { address: service.url, token }
    return [await acceptsToken(typed), await askService(typed)]
  }
  const answers = [await ask('right'), await ask('wrong')]
  const methods = service.requests.map(({ method }) => method)
  await service.stop()
  const refused = { kind: 'token_not_accepted' }
  const away = { kind: 'not_connected' }
  expect([...answers, await ask('right'), methods]).toMatchObject([
    [succeed(null), { said: 'reached' }],
    [
      { ok: false, fault: refused },
      { said: 'refused', fault: refused },
    ],
    [
      { ok: false, fault: away },
      { said: 'unreachable', fault: away },
    ],
    ['GET', 'GET', 'GET', 'GET'],
  ])
})

it.each<[ShowFault, accepted: boolean, said: string]>([
  [{ kind: 'not_found', message: 'Transaction not found' }, true, 'reached'],
  [{ kind: 'other_record', code: 'x' }, true, 'reached'],
  [{ kind: 'not_found', message: '' }, true, 'reached'],
  [{ kind: 'not_found', message: '', undocumented: true }, false, 'strange'],
  [{ kind: 'service_error', httpStatus: 500, message: '' }, false, 'reached'],
  [{ kind: 'service_error', httpStatus: 502, message: '', undocumented: true }, false, 'strange'],
  [{ kind: 'strange_answer', httpStatus: 200, detail: 'HTML' }, false, 'strange'],
  [{ kind: 'service_error', httpStatus: 403, message: 'No' }, false, 'refused'],
  [{ kind: 'no_answer', reason: 'timeout', detail: '' }, false, 'unreachable'],
])(
  'takes %j for the word of a service that accepted a token: %s, and that was %s',
  async (fault, accepted, said) => {
    const show = () => ({ show: async () => fail(fault) })
    const typed = { address: 'https://pay.example', token: 't' }
    expect([
      (await makeAcceptsToken(show, noPayment)(typed)).ok,
      (await makeAskService(show)(typed)).said,
    ]).toEqual([accepted, said])
  },
)

const known = (id: string, transactionId = '', code = 'KNOWN-1'): KnownPayment => ({
  id,
  transactionId,
  foundBy: { kind: 'custom_id', code },
})

it('asks a service that has an error for unknown ids for the payment that was looked up last', async () => {
  const service = await servePractice({ token: 'right' })
  service.ledger.addTransaction({ id: 'pay-1', custom_id: 'KNOWN-1' })
  const error: ShowFault = { kind: 'service_error', httpStatus: 500, message: 'Internal Error' }
  /** This service refuses no token for a question that it does not understand. */
  const odd = (credentials: LendCredentials) => {
    const http = make(credentials)
    const show: TransactionReader['show'] = async (query, ...rest) =>
      query.code === 'pay-1' || query.code === 'KNOWN-1' ? http.show(query, ...rest) : fail(error)
    return { show }
  }
  const asked = async (token: string, payment: KnownPayment | null) => {
    const answer = await makeAcceptsToken(odd, async () => payment)({ address: service.url, token })
    return answer.ok ? 'accepted' : answer.fault.kind
  }
  const answers = [
    await asked('right', known('pay-1')),
    await asked('wrong', known('pay-1')),
    await asked('right', known('pay-2', '', 'UNKNOWN-1')),
    // Another merchant's payment, which only has the same custom id.
    await asked('right', known('pay-2')),
    await asked('right', known('', '', '')),
    await asked('right', null),
  ]
  const shows = (payment: KnownPayment | null) =>
    makeShowsPayment(odd, async () => payment)({ address: service.url, token: 'right' })
  const shown = [await shows(known('pay-1')), await shows(known('pay-2')), await shows(null)]
  const kinds = 'accepted token_not_accepted service_error other_record not_found service_error'
  expect([answers, shown]).toEqual([kinds.split(' '), [true, false, false]])
})

it.each(switchValues.omittedQuery)(
  'accepts a token, and finds a payment by it, where a miss is “Internal Error” and “%s” is matched without query',
  async (omittedQuery) => {
    const service = await servePractice({ token: 'right', switches: { missStatus: '500', omittedQuery } })
    const { facts } = service.ledger.addTransaction({ custom_id: 'KNOWN-1' })
    const newest = async () => known(facts.id, facts.transaction_id)
    const ask = (token: string) => [
      makeAcceptsToken(make, newest)({ address: service.url, token }).then(({ ok }) => ok),
      makeShowsPayment(make, newest)({ address: service.url, token }),
    ]
    expect(await Promise.all([...ask('right'), ...ask('wrong')])).toEqual([true, true, false, false])
  },
)

const one = 'https://pay.example'
const two = 'https://other.example'

/** A till whose record can be made to fail. */
function setUp(...known: readonly string[]) {
  const lines: string[] = [...known]
  const record = { takesLines: true, changed: makeSignal() }
  let changes = 0
  const services = makePracticeServices()
  const notePractice = (name: string) => {
    if (record.takesLines) lines.push(name)
  }
  recordPractice(services, { practiceServices: () => [...lines], notePractice }, record.changed)
  services.changed.on(() => {
    changes += 1
  })
  return { ...services, record, lines, changes: () => changes }
}

describe('a service that says it is practice', () => {
  it('is known at once, told of once, and written down a turn later', async () => {
    const { heard, names, lines, changes } = setUp()
    heard(one)
    const before = [names(), [...lines], changes()]
    await nextTurn()
    heard(one)
    await nextTurn()
    expect([before, lines, changes()]).toEqual([[[one], [], 1], [one], 1])
  })

  it('is known from the record after a restart, and not written again', async () => {
    const { heard, names, lines } = setUp(two)
    heard(two)
    await nextTurn()
    expect([names(), lines]).toEqual([[two], [two]])
  })

  it('is known while the record takes no lines, and written once it does again', async () => {
    const { heard, names, record, lines } = setUp()
    record.takesLines = false
    heard(one)
    await nextTurn()
    const meanwhile = [names(), [...lines]]
    record.takesLines = true
    record.changed.fire()
    await nextTurn()
    expect([meanwhile, names(), lines]).toEqual([[[one], []], [one], [one]])
  })
})

const related = { ...byTransaction, related: 'store' } as const
const origin = { address: 'https://pay.example', credentials: 'digest-1', forgotten: 0 }
const withStore = envelopeOf({ ...sampleRecord, store: { name: 'H', payer: 'someone' } })

/** A client, and what it reports of each call, in order. */
async function watched(answer: string, more: Partial<ServiceCallDeps> = {}) {
  const told: string[] = []
  const callBegins = () => {
    told.push('begins')
    return (outcome: string) => told.push(outcome)
  }
  const seen: ServiceCallDeps['seen'] = ({ record: { id }, origin: by }) =>
    told.push(`saw ${id.slice(0, 4)} by ${by?.credentials}`)
  return {
    ...(await openPaymentsRig(answer, { line: { callBegins }, seen, originOf: () => origin, ...more })),
    told,
  }
}

describe('every call to the service', () => {
  it.each([
    ['an error', httpAnswer(500, errorBody(500))],
    ['a page', httpAnswer(502, '<html>')],
    [
      'the record of another payment',
      httpAnswer(200, envelopeOf({ ...sampleRecord, transaction_id: 'other' })),
    ],
  ])('is answered by %s too, which shows nobody anything', async (_what, answer) => {
    const { payments, told } = await watched(answer)
    await payments.show(byTransaction)
    await payments.refund({ ...order, id: 'another' })
    expect(told).toEqual(['begins', 'answered', 'begins', 'answered'])
  })

  it('is unanswered where nothing came back, and unreachable where nobody took it, which a show says', async () => {
    const { payments, service, told } = await watched('')
    const unanswered = await payments.show(byTransaction)
    await payments.refund(order)
    await service.close()
    const unreachable = await payments.show(related, new AbortController().signal)
    await payments.refund(order)
    expect([unanswered, unreachable, told]).toMatchObject([
      { fault: { kind: 'no_answer', reason: 'closed' } },
      { fault: { kind: 'not_connected', reason: 'refused' } },
      [
        ...['begins', 'no_answer', 'begins', 'no_answer'],
        ...['begins', 'never_connected', 'begins', 'never_connected'],
      ],
    ])
  })

  it.each([
    [{ kind: 'not_set_up' }, 'not_set_up'],
    [{ kind: 'keychain_unavailable', detail: 'locked' }, 'locked'],
  ] as const)('was never made where nothing is lent, which its answer says: %j', async (fault, reason) => {
    const { payments, told } = await watched('', { credentials: async () => fail(fault) })
    expect([await payments.show(byTransaction), await payments.refund(order), told]).toEqual([
      fail(fault),
      neverSent(reason),
      ['begins', 'not_begun', 'begins', 'not_begun'],
    ])
  })

  it('was never made where nothing was written, or nobody waited any more', async () => {
    const { payments, told } = await watched('')
    await payments.refund({ ...order, mayBegin: () => false })
    await payments.show(related, AbortSignal.abort())
    expect(told).toEqual(['begins', 'not_begun', 'begins', 'not_begun'])
  })

  it('passes on what was shown before it is answered', async () => {
    const { payments, told } = await watched(httpAnswer(200, withStore))
    await payments.show(byTransaction).then(() => told.push('done'))
    await payments.show(related, new AbortController().signal).then(() => told.push('done'))
    await payments.refund(order).then(() => told.push('done'))
    const each = ['begins', 'answered', `saw ${sampleRecord.id.slice(0, 4)} by digest-1`, 'done']
    expect(told).toEqual([...each, ...each, ...each])
  })
})
