import { expect, it } from 'vitest'
import { byTransaction, openPaymentsRig, order, token } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'

it('reads a record whole whose two longest texts are as long as documented and escaped throughout', async () => {
  const longest = '😀'.repeat(65_535)
  const body = envelopeOf({ ...sampleRecord, gateway_sub_name: longest, extra_parameters: longest }).replace(
    /[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  )
  expect(Buffer.byteLength(body)).toBeGreaterThan(1_570_000)
  const { payments } = await openPaymentsRig(httpAnswer(200, body))
  const shown = await payments.show(byTransaction)
  const refunded = await payments.refund(order)
  for (const record of [shown.ok ? shown.value.record : null, refunded.record]) {
    expect(record?.fields.gateway_sub_name === longest && record.fields.extra_parameters === longest).toBe(
      true,
    )
    expect([record?.odd, record?.tooLong]).toEqual([[], []])
  }
})

it('lets nothing of the token out over a real line, plain or in Base64', async () => {
  const base64 = Buffer.from(`Bearer ${token}`).toString('base64')
  const told: unknown[] = []
  for (const written of [token, base64]) {
    for (const [status, body] of [
      [422, JSON.stringify({ success: false, message: written, status: 422 })],
      [200, envelopeOf({ ...sampleRecord, refund_details: { remark: written }, [written]: written })],
      [502, `<p>${written}</p>`],
    ] as const) {
      const { payments, lines } = await openPaymentsRig(httpAnswer(status, body))
      told.push(await payments.show(byTransaction), await payments.refund(order), lines)
    }
    expect(JSON.stringify(told)).not.toContain(written)
  }
  expect(JSON.stringify(told)).not.toMatch(/long-test|token-0001/)
})
