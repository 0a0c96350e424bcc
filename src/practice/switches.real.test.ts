import { expect, it } from 'vitest'
import { relatedKinds } from '../shared/payment/codes'
import { profiles, type Switches, switchNames, switchValues } from './switches'
import { type Call, call, recordOf, refundPath, serve, showPath } from './testing/call-service'

type Service = Awaited<ReturnType<typeof serve>>

const addTo = ({ ledger }: Service, id: string, sketch = {}) =>
  ledger.addTransaction({ id, transaction_id: `7${id}`, amount: 10_000, charge: 200, ...sketch })

/** All that a caller can see of what the interface leaves open, as it came. */
async function seen(service: Service): Promise<readonly unknown[]> {
  addTo(service, '1', { custom_id: 'SEVEN', payer: 'Zoë 👟', fixed_id: 'F-1', gateway_code: '10_1' })
  addTo(service, '2', { status: 'failed' })
  for (const id of ['3', '4', '5', '6']) addTo(service, id)
  const refund = (id: string, refund_reason: string, amount?: string, headers = {}): Call => {
    const body = { refund_reason, ...(amount === undefined ? {} : { amount }) }
    return { method: 'POST', path: refundPath(id), body, headers }
  }
  const orders: readonly Call[] = [
    ...['1', '71', 'SEVEN', 'nobody'].map((code) => ({ path: showPath(code) })),
    ...['1', '2'].flatMap((id) => relatedKinds.map((kind) => ({ path: `${showPath(id)}?include=${kind}` }))),
    { path: showPath('1'), headers: { authorization: 'Bearer wrong' } },
    refund('1', 'x', '0.01'),
    refund('2', 'x'),
    // A part, more than is left, and the rest without an amount.
    ...[refund('3', 'first', '25'), refund('3', 'second', '80'), refund('3', 'third')],
    ...[101, 256].map((length) => refund('4', 'ä'.repeat(length), '10')),
    refund(
      '5',
      'R-0123456789 The customer brought it back, and it was never unpacked: all of it is returned.',
    ),
    refund('6', 'x', '10', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
    ...['3', '5'].map((id) => ({ path: showPath(id) })),
  ]
  const replies: unknown[] = []
  for (const order of orders) {
    const reply = await call(service.url, { ...order, raw: true })
    if (typeof reply === 'string') throw new Error(reply)
    replies.push([reply.status, reply.headers['tillside-practice'], reply.body])
  }
  return replies
}

it.each(switchNames.filter((name) => name !== 'interruptions'))(
  'a caller can tell every value of %s from every other',
  async (name) => {
    const values = [...switchValues[name], switchValues[name][0]]
    const told: string[] = []
    for (const value of values)
      told.push(JSON.stringify(await seen(await serve({ switches: { [name]: value } }))))
    expect([new Set(told).size, told.at(-1)]).toEqual([values.length - 1, told[0]])
  },
)

it('every hundredth request is answered with 429 and 503 in turn where services are busy now and then', async () => {
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
