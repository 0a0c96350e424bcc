import { describe, expect, it } from 'vitest'
import { type PracticeCodeName, practiceCodeOf, practiceCodes } from '../shared/contract/practice'
import { otherTillReason } from './operations'
import {
  call,
  type Reply,
  recordByCustomId,
  recordOf,
  refundPath,
  serve,
  showPath,
} from './testing/call-service'

type Service = Awaited<ReturnType<typeof serve>>

const ours = 'R-0123456789 Damaged'

/** A reply in a word or two: what the error was, else its HTTP status and what it held. */
function inWords(reply: Reply | string, code: string): string {
  if (typeof reply === 'string') return reply
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  if (body.includes('"success":false')) return `${reply.status} error`
  return `${reply.status} ${body.includes(`"custom_id":"${code}"`) ? 'own record' : body}`
}

async function show(service: Service, code: string): Promise<string> {
  return inWords(await call(service.url, { path: showPath(code), body: { query: 'custom_id' } }), code)
}

async function refund(service: Service, code: string, amount?: string): Promise<string> {
  const id = idOf(service, code)
  const body = { refund_reason: ours, ...(amount === undefined ? {} : { amount }) }
  return inWords(await call(service.url, { method: 'POST', path: refundPath(id), body }), code)
}

function idOf({ ledger }: Service, code: string): string {
  const found = ledger.find(code, 'custom_id')
  if (found === null) throw new Error(`${code} is not in the ledger`)
  return found.facts.id
}

const reasons = (service: Service, code: string) =>
  service.ledger.entries(idOf(service, code)).map(({ reason }) => reason)

/** For every code: what the first show, the fresh show and the refund are answered, and what was applied then. */
const played: { readonly [code in PracticeCodeName]: readonly [string, string, string, readonly string[]] } =
  {
    'PRACTICE-SLOW': ['200 own record', '200 own record', '200 own record', [ours]],
    'PRACTICE-REFUSED': ['200 own record', '200 own record', '422 error', []],
    'PRACTICE-NOT-SENT': ['200 own record', '200 own record', 'ECONNREFUSED', []],
    'PRACTICE-500-BEFORE': ['200 own record', '200 own record', '500 error', []],
    'PRACTICE-DROP-AFTER': ['200 own record', '200 own record', 'ECONNRESET', [ours]],
    'PRACTICE-PROBABLY': ['200 own record', '200 own record', 'ECONNRESET', [ours]],
    'PRACTICE-TWICE': ['200 own record', '200 own record', '200 own record', [ours]],
    'PRACTICE-ELSEWHERE': ['200 own record', '200 own record', '422 error', [otherTillReason]],
    'PRACTICE-RACE': ['200 own record', '200 own record', '422 error', [otherTillReason]],
    'PRACTICE-SHOW-DOWN': ['ECONNRESET', 'ECONNRESET', '200 own record', [ours]],
  }

describe('the practice codes', () => {
  it.each(practiceCodes.map(({ code }) => code))('%s does what it says', async (code) => {
    const service = await serve({ pace: code === 'PRACTICE-NOT-SENT' ? 1 : 0.02 })
    const seen = [await show(service, code), await show(service, code), await refund(service, code)]
    expect([...seen, reasons(service, code)]).toEqual(played[code])
  })

  it('PRACTICE-TWICE applies a part two times and shows both in its answer', async () => {
    const service = await serve()
    const id = idOf(service, 'PRACTICE-TWICE')
    const body = { refund_reason: ours, amount: '7.00' }
    const record = await recordOf(service.url, { method: 'POST', path: refundPath(id), body })
    expect([record.refunded, reasons(service, 'PRACTICE-TWICE')]).toEqual(['14.00', [ours, ours]])
  })

  it('PRACTICE-PROBABLY loses the remark, and nothing else', async () => {
    const service = await serve()
    await refund(service, 'PRACTICE-PROBABLY')
    const expected = { status: 'refunded', net: '0.00', refund_details: { remark: '' } }
    expect(await recordByCustomId(service.url, 'PRACTICE-PROBABLY')).toMatchObject(expected)
  })

  it('PRACTICE-ELSEWHERE is refunded by another till right after it was first shown', async () => {
    const service = await serve()
    const lookUp = () => recordByCustomId(service.url, 'PRACTICE-ELSEWHERE')
    expect((await lookUp()).status).toBe('paid')
    expect(await lookUp()).toMatchObject({ status: 'refunded', refund_details: { remark: otherTillReason } })
    await lookUp()
    expect(reasons(service, 'PRACTICE-ELSEWHERE')).toEqual([otherTillReason])
  })

  it('PRACTICE-NOT-SENT lets people connect again after a while', async () => {
    const service = await serve({ pace: 0.2 })
    await show(service, 'PRACTICE-NOT-SENT')
    await show(service, 'PRACTICE-NOT-SENT')
    expect(await show(service, 'PRACTICE-NOT-SENT')).toBe('ECONNREFUSED')
    let again = 'ECONNREFUSED'
    while (again === 'ECONNREFUSED') again = await show(service, 'C7719920461')
    expect(again).toBe('200 own record')
  })

  it('PRACTICE-NOT-SENT does not keep the service from stopping', async () => {
    const service = await serve({ pace: 1 })
    await show(service, 'PRACTICE-NOT-SENT')
    await show(service, 'PRACTICE-NOT-SENT')
    await service.stop()
    expect(await show(service, 'PRACTICE-NOT-SENT')).toBe('ECONNREFUSED')
  })

  it('misbehave only for a request that is right', async () => {
    const service = await serve()
    const path = refundPath(idOf(service, 'PRACTICE-DROP-AFTER'))
    const wrong = await call(service.url, { method: 'POST', path, body: { refund_reason: '' } })
    expect(wrong).toMatchObject({ status: 422 })
    expect(reasons(service, 'PRACTICE-DROP-AFTER')).toEqual([])
  })

  it('have fresh receipts under a number, each time the same', async () => {
    const [one, two] = [await serve(), await serve()]
    const lookUp = ({ url }: Service) => recordByCustomId(url, 'PRACTICE-REFUSED-12')
    const record = await lookUp(one)
    expect(record).toMatchObject({ status: 'paid', custom_id: 'PRACTICE-REFUSED-12' })
    expect(await lookUp(one)).toEqual(record)
    expect(await lookUp(two)).toEqual(record)
    expect(await refund(one, 'PRACTICE-REFUSED-12')).toBe('422 error')
    for (const none of ['REFUSED-1', 'REFUSED-02', 'NOTHING-2', 'REFUSED-1000']) {
      expect([none, await show(one, `PRACTICE-${none}`)]).toEqual([none, '404 error'])
    }
  })

  it('are known by their text, with or without a number', () => {
    const known = ['PRACTICE-SHOW-DOWN', 'PRACTICE-SHOW-DOWN-2', 'PRACTICE-SLOW-999'].map(practiceCodeOf)
    expect(known).toEqual(['PRACTICE-SHOW-DOWN', 'PRACTICE-SHOW-DOWN', 'PRACTICE-SLOW'])
    expect(['practice-slow', '', 'C7719920461'].map(practiceCodeOf)).toEqual([null, null, null])
  })
})
