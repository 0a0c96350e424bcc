import { describe, expect, it } from 'vitest'
import { type PracticeCodeName, practiceCodeOf, practiceCodes } from '../shared/practice-codes'
import { relatedKinds } from '../shared/related'
import { otherTillReason } from './operations'
import { exampleTransactionId } from './practice-codes'
import { answerComplaints } from './testing/answer-complaints'
import { call, type Reply, recordOf, refundPath, serve, showPath } from './testing/call-service'

type Service = Awaited<ReturnType<typeof serve>>

const byCustomId = { query: 'custom_id' }
const ours = 'R-0123456789 Damaged'

/** A reply in a word or two: what the error was, else its HTTP status and what it held. */
function inWords(reply: Reply | string, code: string): string {
  if (typeof reply === 'string') return reply
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  const holds: readonly [string, string][] = [
    ['"success":false', 'error'],
    [`"custom_id":"${code}"`, 'own record'],
    [exampleTransactionId, 'other record'],
    ['<!doctype html>', 'page'],
  ]
  const held = holds.find(([sign]) => body.includes(sign))
  return `${reply.status} ${held?.[1] ?? (body === '' ? 'nothing' : body)}`
}

async function show(service: Service, code: string): Promise<string> {
  return inWords(await call(service.url, { path: showPath(code), body: byCustomId }), code)
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
    'PRACTICE-NOT-FOUND': ['200 own record', '200 own record', '404 error', []],
    'PRACTICE-401': ['200 own record', '200 own record', '401 error', []],
    'PRACTICE-500-BEFORE': ['200 own record', '200 own record', '500 error', []],
    'PRACTICE-500-AFTER': ['200 own record', '200 own record', '500 error', [ours]],
    'PRACTICE-DROP-BEFORE': ['200 own record', '200 own record', 'ECONNRESET', []],
    'PRACTICE-DROP-AFTER': ['200 own record', '200 own record', 'ECONNRESET', [ours]],
    'PRACTICE-CUT-BODY': ['200 own record', '200 own record', 'ECONNRESET', [ours]],
    'PRACTICE-EMPTY': ['200 own record', '200 own record', '200 nothing', [ours]],
    'PRACTICE-STALL': ['200 own record', '200 own record', 'still waiting', [ours]],
    'PRACTICE-LATE': ['200 own record', '200 own record', 'ECONNRESET', []],
    'PRACTICE-PROBABLY': ['200 own record', '200 own record', 'ECONNRESET', [ours]],
    'PRACTICE-HTML': ['200 own record', '200 own record', '200 page', []],
    'PRACTICE-503': ['200 own record', '200 own record', '503 page', []],
    'PRACTICE-REDIRECT': ['200 own record', '200 own record', '307 nothing', []],
    'PRACTICE-FALSE': ['200 own record', '200 own record', '200 error', []],
    'PRACTICE-OTHER': ['200 own record', '200 own record', '200 other record', [ours]],
    'PRACTICE-TWICE': ['200 own record', '200 own record', '200 own record', [ours]],
    'PRACTICE-STALE': ['200 own record', '200 own record', '200 own record', [ours]],
    'PRACTICE-ELSEWHERE': ['200 own record', '200 own record', '422 error', [otherTillReason]],
    'PRACTICE-RACE': ['200 own record', '200 own record', '422 error', [otherTillReason]],
    'PRACTICE-NOT-SENT': ['200 own record', '200 own record', 'ECONNREFUSED', []],
    'PRACTICE-SHOW-404': ['404 error', '404 error', '200 own record', [ours]],
    'PRACTICE-SHOW-401': ['401 error', '401 error', '200 own record', [ours]],
    'PRACTICE-SHOW-500': ['500 error', '500 error', '200 own record', [ours]],
    'PRACTICE-SHOW-DOWN': ['ECONNRESET', 'ECONNRESET', '200 own record', [ours]],
    'PRACTICE-SHOW-HTML': ['200 page', '200 page', '200 own record', [ours]],
    'PRACTICE-SHOW-OTHER': ['200 other record', '200 other record', '200 own record', [ours]],
    'PRACTICE-NO-RELATED': ['200 own record', '200 own record', '200 own record', [ours]],
    'PRACTICE-ODD-RELATED': ['200 own record', '200 own record', '200 own record', [ours]],
  }

describe('the practice codes', () => {
  it.each(practiceCodes.map(({ code }) => code))('%s does what it says', async (code) => {
    const slow: readonly PracticeCodeName[] = ['PRACTICE-LATE', 'PRACTICE-NOT-SENT']
    const service = await serve({ pace: slow.includes(code) ? 1 : 0.02 })
    const first = await show(service, code)
    const fresh = await show(service, code)
    const refunding = refund(service, code)
    const answered = code === 'PRACTICE-STALL' ? await stalled(service, refunding) : await refunding
    expect([first, fresh, answered, reasons(service, code)]).toEqual(played[code])
  })

  it.each(practiceCodes)(
    '$code leaves the interface: $leavesInterface',
    async ({ code, leavesInterface }) => {
      const service = await serve({ pace: code === 'PRACTICE-NOT-SENT' ? 1 : 0.02 })
      const id = idOf(service, code)
      const shown = [await call(service.url, { path: showPath(code), body: byCustomId })]
      for (const kind of relatedKinds) {
        shown.push(await call(service.url, { path: `${showPath(code)}?include=${kind}`, body: byCustomId }))
      }
      shown.push(await call(service.url, { path: showPath(code), body: byCustomId }))
      const body = { refund_reason: ours, amount: '7.00' }
      const refunding = call(service.url, { method: 'POST', path: refundPath(id), body })
      shown.push(code === 'PRACTICE-STALL' ? await stalled(service, refunding) : await refunding)
      for (let turn = 0; turn < 2; turn += 1) {
        shown.push(await call(service.url, { path: showPath(code), body: byCustomId }))
      }
      const left = shown.some((reply) => typeof reply === 'string' || answerComplaints(reply, id).length > 0)
      expect(left || !isAsLedgerHasIt(service, id, shown)).toBe(leavesInterface)
    },
  )

  it('PRACTICE-LATE applies the refund once its time has come', async () => {
    const service = await serve({ pace: 0.005 })
    await refund(service, 'PRACTICE-LATE')
    while (reasons(service, 'PRACTICE-LATE').length === 0) await new Promise(setImmediate)
    expect(reasons(service, 'PRACTICE-LATE')).toEqual([ours])
  })

  it('PRACTICE-TWICE applies a part two times and shows both in its answer', async () => {
    const service = await serve()
    const id = idOf(service, 'PRACTICE-TWICE')
    const body = { refund_reason: ours, amount: '7.00' }
    const record = await recordOf(service.url, { method: 'POST', path: refundPath(id), body })
    expect([record.refunded, reasons(service, 'PRACTICE-TWICE')]).toEqual(['14.00', [ours, ours]])
  })

  it('PRACTICE-STALE shows the receipt of before at every other lookup after a refund', async () => {
    const service = await serve()
    const lookUp = () => recordOf(service.url, { path: showPath('PRACTICE-STALE'), body: byCustomId })
    const before = await lookUp()
    await lookUp()
    await refund(service, 'PRACTICE-STALE', '7.00')
    const seen = [await lookUp(), await lookUp(), await lookUp()]
    expect(seen.map(({ refunded }) => refunded)).toEqual(['7.00', '0.00', '7.00'])
    expect(seen[1]).toEqual(before)
  })

  it('PRACTICE-PROBABLY loses the remark, and nothing else', async () => {
    const service = await serve()
    await refund(service, 'PRACTICE-PROBABLY')
    const record = await recordOf(service.url, { path: showPath('PRACTICE-PROBABLY'), body: byCustomId })
    expect(record).toMatchObject({ status: 'refunded', net: '0.00', refund_details: { remark: '' } })
  })

  it('PRACTICE-ELSEWHERE is refunded by another till right after it was first shown', async () => {
    const service = await serve()
    const lookUp = () => recordOf(service.url, { path: showPath('PRACTICE-ELSEWHERE'), body: byCustomId })
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

  it('PRACTICE-REDIRECT points to another host’s name', async () => {
    const service = await serve()
    const path = refundPath(idOf(service, 'PRACTICE-REDIRECT'))
    const reply = await call(service.url, { method: 'POST', path, body: { refund_reason: ours } })
    expect(reply).toMatchObject({
      headers: { location: `${service.url.replace('127.0.0.1', 'localhost')}/elsewhere` },
    })
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
    const lookUp = ({ url }: Service) =>
      recordOf(url, { path: showPath('PRACTICE-REFUSED-12'), body: byCustomId })
    const record = await lookUp(one)
    expect(record).toMatchObject({ status: 'paid', custom_id: 'PRACTICE-REFUSED-12' })
    expect(await lookUp(one)).toEqual(record)
    expect(await lookUp(two)).toEqual(record)
    expect(await refund(one, 'PRACTICE-REFUSED-12')).toBe('422 error')
    for (const code of [
      'PRACTICE-REFUSED-1',
      'PRACTICE-REFUSED-02',
      'PRACTICE-NOTHING-2',
      'PRACTICE-REFUSED-1000',
    ]) {
      expect([code, await show(one, code)]).toEqual([code, '404 error'])
    }
  })

  it('are known by their text, with or without a number', () => {
    expect(
      [
        'PRACTICE-SHOW-500',
        'PRACTICE-SHOW-500-2',
        'PRACTICE-401-999',
        'practice-slow',
        '',
        'C7719920461',
      ].map(practiceCodeOf),
    ).toEqual(['PRACTICE-SHOW-500', 'PRACTICE-SHOW-500', 'PRACTICE-401', null, null, null])
  })
})

/** Whether the last shows tell what was refunded, and whether that is no more than was asked for. */
function isAsLedgerHasIt({ ledger }: Service, id: string, replies: readonly (Reply | string)[]): boolean {
  const entries = ledger.entries(id)
  const sum = entries.reduce((all, { amountHundredths }) => all + amountHundredths, 0)
  const asked = entries.filter(({ reason }) => reason === ours)
  const told = replies.slice(-2).map((reply) => refundedIn(reply))
  return asked.length <= 1 && told.every((refunded) => refunded === null || refunded === sum)
}

/** Hundredths that a record says are refunded; null for an answer without a record. */
function refundedIn(reply: Reply | string): number | null {
  const text = JSON.stringify(typeof reply === 'string' ? reply : reply.body)
  const refunded = /"refunded":"(\d+)\.(\d\d)"/.exec(text)
  return refunded === null ? null : Number(`${refunded[1]}${refunded[2]}`)
}

/**
 * What the caller has heard once the refund is applied and other callers have been answered several times since:
 * an answer to the refund would have come before theirs.
 */
async function stalled<T>(service: Service, refunding: Promise<T>): Promise<T | string> {
  while (reasons(service, 'PRACTICE-STALL').length === 0) await new Promise(setImmediate)
  for (let turn = 0; turn < 5; turn += 1) await show(service, 'C7719920461')
  return Promise.race([refunding, Promise.resolve('still waiting')])
}
