import { describe, expect, it } from 'vitest'
import { outcome, recordOf, refundPath, refused, serve, showPath } from './testing/call-service'
import { documentedRecord } from './testing/documented-record'

const answered = (data: object) => ({ status: 200, body: { data } })

/** A service with one transaction of this amount, and a way to refund it. */
async function oneTransaction(amount: number, sketch = {}) {
  const { url, ledger } = await serve()
  const { id } = ledger.addTransaction({ amount, charge: 217, ...sketch }).facts
  const send = (body: Record<string, string>) => outcome(url, { method: 'POST', path: refundPath(id), body })
  return {
    url,
    id,
    send,
    refund: (fields: Record<string, string>) => send({ refund_reason: 'Wrong size', ...fields }),
    show: () => recordOf(url, { path: showPath(id) }),
    amounts: () => ledger.entries(id).map(({ amountHundredths }) => amountHundredths),
    entries: () => ledger.entries(id),
  }
}

describe('refunding a transaction', () => {
  it('refunds it whole when no amount is given', async () => {
    const { id, send, show, entries } = await oneTransaction(12_050)
    const before = await show()
    const after = {
      ...before,
      status: 'refunded',
      refunded: '120.50',
      refund_charge: '-2.17',
      net: '0.00',
      refunded_at: '2026-11-21 10:00:00',
      updated_at: '2026-11-21 10:00:00',
      refund_details: {
        request_user_id: expect.any(String),
        first_name: 'Mei',
        last_name: 'Lau',
        remark: 'R-0123456789 Größe falsch',
      },
    }
    const body = { refund_reason: 'R-0123456789 Größe falsch', device_unique_id: 'till-7' }
    expect(await send(body)).toEqual({ status: 200, body: { success: true, data: after } })
    expect(documentedRecord.parse(await show())).toEqual(after)
    expect(entries()).toEqual([
      {
        ...{ id, transactionId: before.transaction_id, amountHundredths: 12_050 },
        ...{ reason: body.refund_reason, deviceId: 'till-7', at: '2026-11-21T10:00:00.000Z' },
      },
    ])
  })

  it('refunds a part, another part, and then the rest', async () => {
    const { refund, show, amounts } = await oneTransaction(12_050)
    expect(await refund({ amount: '20.5' })).toMatchObject({ status: 200 })
    const part = { status: 'paid', refunded: '20.50', refund_charge: '-0.37', net: '98.20', refunded_at: '' }
    expect(await show()).toMatchObject(part)
    expect(await refund({ amount: '50' })).toMatchObject(answered({ refunded: '70.50' }))
    const whole = { status: 'refunded', refunded: '120.50', refund_charge: '-2.17', net: '0.00' }
    expect(await refund({})).toMatchObject(answered(whole))
    expect(await refund({ amount: '0.1' })).toEqual(refused('The transaction is already refunded'))
    expect(amounts()).toEqual([2050, 5000, 5000])
  })

  it.each([
    ['0.09', 'The amount must be at least 0.1'],
    ['0', 'The amount must be at least 0.1'],
    ['0.00', 'The amount must be at least 0.1'],
    ['120.51', 'The amount must not be greater than 120.50'],
    ['9999999999', 'The amount must not be greater than 120.50'],
    ...'1.005|1.500|-1|+1|1e1|.5|5.|1,50| 1|1 |0x10|ten||NaN|٣'
      .split('|')
      .map((text) => [text, 'The amount must be a number with at most 2 decimal places']),
  ])('refuses the amount %j', async (amount, message) => {
    const { refund, amounts } = await oneTransaction(12_050)
    expect(await refund({ amount: amount ?? '' })).toEqual(refused(message ?? ''))
    expect(amounts()).toEqual([])
  })

  it.each(['0.1', '0.10', '120.50', '120.5', '7', '007.25'])('takes the amount %j', async (amount) => {
    const { refund, amounts } = await oneTransaction(12_050)
    expect(await refund({ amount })).toMatchObject({ status: 200, body: { success: true } })
    expect(amounts()).toEqual([Math.round(Number(amount) * 100)])
  })

  it('refunds less than 0.10 only whole, without an amount', async () => {
    const { refund, amounts } = await oneTransaction(5)
    expect(await refund({ amount: '0.05' })).toEqual(refused('The amount must be at least 0.1'))
    expect(await refund({})).toMatchObject(answered({ refunded: '0.05', status: 'refunded' }))
    expect(amounts()).toEqual([5])
  })

  it('wants a reason', async () => {
    const { send, amounts } = await oneTransaction(12_050)
    for (const body of [{}, { refund_reason: '' }, { refund_reason: '  ' }, { reason: 'x' }]) {
      expect(await send({ ...body, amount: '1' })).toEqual(refused('The refund reason is required'))
    }
    expect(amounts()).toEqual([])
  })

  it('takes only the internal id in the path', async () => {
    const { url, show } = await oneTransaction(12_050, { custom_id: 'MINE' })
    const { transaction_id } = await show()
    for (const code of ['MINE', String(transaction_id), 'nobody']) {
      const order = { method: 'POST', path: refundPath(code), body: { refund_reason: 'x' } }
      expect(await outcome(url, order)).toEqual(refused('Transaction not found', 404))
    }
  })

  it.each(['cancelled', 'failed', 'precreated', 'on_hold'])('refuses a %s transaction', async (status) => {
    const { refund, show, amounts } = await oneTransaction(12_050, { status })
    const before = await show()
    expect(await refund({})).toEqual(refused(`A transaction with status ${status} cannot be refunded`))
    expect(await show()).toEqual(before)
    expect(amounts()).toEqual([])
  })

  it('applies two refunds that arrive at the same time one after the other', async () => {
    const { refund, amounts } = await oneTransaction(12_050)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund({ amount: '12.00' })))
    expect(answers.filter((answer) => JSON.stringify(answer).includes('"success":true')).length).toBe(10)
    expect(amounts()).toEqual(Array(10).fill(1200))
  })
})
