/**
 * What Tillside adds to a call: its client and its refund service against raw requests to the same local service,
 * turn and turn about: `service-calls ROUNDS`. Prints one JSON line of times in milliseconds.
 */
import { join } from 'node:path'
import { openWireRefunds, orderFor } from '../../proof/wire/wire-refunds'
import { temporaryFolder } from '../../scripts/setup/folders'
import type { ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeHttpPaymentService } from '../../src/main/service/show'
import { systemClock } from '../../src/main/system/clock'
import { makeFileKeychain } from '../../src/main/vault/keychain'
import { startPracticeService } from '../../src/practice/start-practice-service'
import { rawRequest } from '../raw-request'

const rounds = Number(process.argv[2])
const token = 'bench-token-000000'
const folder = temporaryFolder('bench')

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function main(): Promise<void> {
  const service = await startPracticeService({ ledgerFile: join(folder, 'ledger.jsonl'), token })
  const made = Array.from({ length: rounds * 2 + 2 }, (_, index) =>
    service.ledger.addTransaction({ custom_id: `BENCH-${index}`, amount: 5000 }),
  )
  const calls: ServiceCallDeps = {
    credentials: async (use) => ({ ok: true, value: await use({ address: service.url, token }) }),
  }
  const payments = makeHttpPaymentService(calls)
  const refunds = await openWireRefunds({
    folder,
    keychain: makeFileKeychain(join(folder, 'keys.json')),
    address: () => service.url,
    payments,
    sender: makeHttpRefundSender(calls),
    clock: systemClock,
    deviceId: () => 'bench',
  })
  const times: Record<'show' | 'rawShow' | 'refund' | 'rawRefund', number[]> = {
    ...{ show: [], rawShow: [], refund: [], rawRefund: [] },
  }
  for (let round = 0; round < rounds; round += 1) {
    const [ours, theirs] = [made[round * 2], made[round * 2 + 1]]
    if (ours === undefined || theirs === undefined) throw new Error('There are too few transactions')
    const foundBy = { kind: 'custom_id', code: ours.facts.custom_id ?? '' } as const
    const path = `${service.url}/v1/transactions`
    const rawShow = () => rawRequest(`${path}/${theirs.facts.custom_id}`, token, 'GET', 'query=custom_id')
    times.rawShow.push(await timed(rawShow))
    times.show.push(await timed(() => payments.show(foundBy)))
    const shown = await payments.show(foundBy)
    if (!shown.ok) throw new Error(shown.fault.kind)
    // As the look-up does that puts the receipt on the screen.
    refunds.observe(shown.value)
    await refunds.settled()
    times.rawRefund.push(
      await timed(async () => {
        await rawShow()
        const body = 'amount=50.00&refund_reason=bench'
        await rawRequest(`${path}/${theirs.facts.id}/refund`, token, 'POST', body)
      }),
    )
    const order = { ...orderFor(shown.value.record), foundBy }
    times.refund.push(
      await timed(async () => {
        const issued = await refunds.issue(order)
        if (!issued.ok || issued.value.attempt.state !== 'refunded')
          throw new Error('A refund of the bench failed')
      }),
    )
  }
  await refunds.close()
  await service.stop()
  process.stdout.write(`${JSON.stringify(times)}\n`)
}

void main()
