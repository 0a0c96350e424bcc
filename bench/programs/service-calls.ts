/**
 * What Tillside adds to a call: its client and its refund service against raw requests to the same local service,
 * turn and turn about: `service-calls ROUNDS`. Prints one JSON line of times in milliseconds.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { profileJournals } from '../../src/main/journal/open-journals'
import { makePeople } from '../../src/main/people/people'
import { openRefundService } from '../../src/main/refund/service'
import { makeRefundNews } from '../../src/main/refund/tell'
import { addressName } from '../../src/main/service/address'
import type { ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeHttpPaymentService } from '../../src/main/service/show'
import { systemClock } from '../../src/main/system/clock'
import { type Keychain, makeFileKeychain } from '../../src/main/vault/keychain'
import { makeVault } from '../../src/main/vault/vault'
import { startPracticeService } from '../../src/practice/start-practice-service'
import { noRules } from '../../src/shared/people/rules'

const rounds = Number(process.argv[2])
const token = 'bench-token-000000'
const folder = mkdtempSync(join(tmpdir(), 'tillside-bench-'))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** One request with nothing around it: a fresh connection, the whole answer read. */
function raw(url: string, method: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    }
    const call = request(url, { method, agent: false, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve())
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** The journal of a profile of its own, its head kept in that keychain before every refund (refund-protocol.md 3). */
function journalsWith(keychain: Keychain) {
  const keys = makeJournalKeys(keychain, 'bench')
  const credentials = makeVault({ keychain, profile: folder })
  const people = makePeople({ keychain, profile: folder, folder, credentials })
  const log = () => undefined
  const journals = profileJournals({ folder, keys, credentials, people, now: Date.now, log })
  return { journals, keys }
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
  const refunds = await openRefundService({
    ...journalsWith(makeFileKeychain(join(folder, 'keys.json'))),
    payments,
    sender: makeHttpRefundSender(calls),
    clock: systemClock,
    randomBytes,
    deviceId: () => 'bench',
    rules: () => noRules,
    ownStore: () => '',
    serviceName: () => addressName(service.url),
    news: makeRefundNews(),
    log: () => undefined,
  })
  const times = {
    show: [] as number[],
    rawShow: [] as number[],
    refund: [] as number[],
    rawRefund: [] as number[],
  }
  for (let round = 0; round < rounds; round += 1) {
    const [ours, theirs] = [made[round * 2], made[round * 2 + 1]]
    if (ours === undefined || theirs === undefined) throw new Error('There are too few transactions')
    const foundBy = { kind: 'custom_id', code: ours.facts.custom_id ?? '' } as const
    const path = `${service.url}/v1/transactions`
    times.rawShow.push(await timed(() => raw(`${path}/${theirs.facts.custom_id}`, 'GET', 'query=custom_id')))
    times.show.push(await timed(() => payments.show(foundBy)))
    const shown = await payments.show(foundBy)
    if (!shown.ok) throw new Error(shown.fault.kind)
    // As the look-up does that puts the receipt on the screen.
    refunds.observe(shown.value)
    await refunds.settled()
    times.rawRefund.push(
      await timed(async () => {
        await raw(`${path}/${theirs.facts.custom_id}`, 'GET', 'query=custom_id')
        await raw(`${path}/${theirs.facts.id}/refund`, 'POST', 'amount=50.00&refund_reason=bench')
      }),
    )
    const amount = { hundredths: 5000, currency: 'HKD' }
    const order = {
      shown: shown.value.record,
      foundBy,
      amount,
      reason: { code: 'other', text: 'bench' },
      typed: false,
      confirmed: true,
      cashier: null,
      allowedBy: null,
    }
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
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`${JSON.stringify(times)}\n`)
}

void main()
