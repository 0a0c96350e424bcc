/** What a caller of the practice service can see that a switch decides. */
import { relatedKinds } from '../../shared/payment/codes'
import { call, outcome, recordOf, refundPath, type serve, showPath } from './call-service'

export type Service = Awaited<ReturnType<typeof serve>>

/** Answers something that a caller can see, which the switch decides. */
export type Look = (service: Service) => Promise<unknown>

export const reason =
  'R-0123456789 The customer brought it back, and it was never unpacked: all of it is returned.'

export function add(service: Service, sketch = {}): string {
  return service.ledger.addTransaction({ amount: 10_000, charge: 200, ...sketch }).facts.id
}

const refund = (service: Service, id: string, body: Record<string, string> | string, headers = {}) =>
  outcome(service.url, { method: 'POST', path: refundPath(id), body, headers })

export const statusOf = (seen: unknown) => (seen instanceof Object && 'status' in seen ? seen.status : seen)

/** A field of a record after a part of it was refunded. */
export const afterPart =
  (field: string): Look =>
  async (service) => {
    const id = add(service)
    await refund(service, id, { refund_reason: reason, amount: '25' })
    return (await recordOf(service.url, { path: showPath(id) }))[field]
  }

export const untouched =
  (field: string): Look =>
  async (service) =>
    (await recordOf(service.url, { path: showPath(add(service)) }))[field]

export const remarkAfterTwo: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'first', amount: '25' })
  await refund(service, id, { refund_reason: 'second' })
  const record = await recordOf(service.url, { path: showPath(id) })
  return record.refund_details instanceof Object && 'remark' in record.refund_details
    ? record.refund_details.remark
    : null
}

export const statusOfRefund =
  (body: Record<string, string> | string, sketch = {}, headers = {}): Look =>
  async (service) =>
    statusOf(await refund(service, add(service, sketch), body, headers))

export async function kindsFound(service: Service): Promise<readonly string[]> {
  const id = add(service, { transaction_id: '700', custom_id: 'SEVEN' })
  const codes = { id, transaction_id: '700', custom_id: 'SEVEN' }
  const found: string[] = []
  for (const [kind, code] of Object.entries(codes)) {
    if (statusOf(await outcome(service.url, { path: showPath(code) })) === 200) found.push(kind)
  }
  return found
}

export const secondPart: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'first', amount: '25' })
  const seen = await refund(service, id, { refund_reason: 'second', amount: '80' })
  return [statusOf(seen), service.ledger.entries(id).map(({ amountHundredths }) => amountHundredths)]
}

export const wrongToken: Look = async (service) => {
  const headers = { authorization: 'Bearer wrong' }
  const seen = await outcome(service.url, { path: showPath('x'), headers })
  return seen instanceof Object && 'body' in seen ? seen.body : seen
}

export const fullRemark: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: reason })
  const { refund_details } = await recordOf(service.url, { path: showPath(id) })
  return refund_details instanceof Object && 'remark' in refund_details ? refund_details.remark : null
}

export const longReasons: Look = async (service) => {
  const lengths = [100, 101, 255, 256, 4000]
  const seen = lengths.map((length) => statusOfRefund({ refund_reason: 'ä'.repeat(length) })(service))
  return (await Promise.all(seen)).map((status) => status === 200)
}

/** The two ways in which an optional field without a value can be seen. */
export const bareFields: Look = async (service) => {
  const record = await recordOf(service.url, { path: showPath(add(service)) })
  return [record.custom_id, record.pin_key, 'expired_at' in record]
}

export const unknownFields: Look = async (service) =>
  'terminal_label' in (await recordOf(service.url, { path: showPath(add(service)) }))

export const omittedAfterPart: Look = async (service) => {
  const id = add(service)
  await refund(service, id, { refund_reason: 'first', amount: '25' })
  return statusOf(await refund(service, id, { refund_reason: 'second' }))
}

export const httpAndBodyStatus: Look = async (service) => {
  const reply = await call(service.url, { path: showPath('nobody') })
  return typeof reply === 'string' ? reply : [reply.status, reply.body]
}

/** A related record as it stands in the answer; undefined when it does not. */
export const relatedOf =
  (kind: string, sketch = {}): Look =>
  async (service) =>
    (await recordOf(service.url, { path: `${showPath(add(service, sketch))}?include=${kind}` }))[kind]

export const relatedAnswered: Look = async (service) => {
  const path = showPath(add(service, { fixed_id: 'F-1', gateway_code: '10_1' }))
  const seen: string[] = []
  for (const kind of relatedKinds) {
    if (statusOf(await outcome(service.url, { path: `${path}?include=${kind}` })) === 200) seen.push(kind)
  }
  return seen
}
