/**
 * A till in a process of its own, so that it can be killed: the real refund service, journal and HTTP client, and
 * a keychain in a file. It is driven over Node's message channel; its config is its one argument, as JSON.
 */

import { join } from 'node:path'
import { makeExportSigner } from '../../src/main/journal/export/export-keys'
import { exportedText } from '../../src/main/journal/testing/exported-text'
import type { RefundService } from '../../src/main/refund/service'
import { addressName } from '../../src/main/service/address'
import type { ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeHttpPaymentService, type TransactionReader } from '../../src/main/service/show'
import { systemClock as clock } from '../../src/main/system/clock'
import { makeFileKeychain } from '../../src/main/vault/keychain'
import { succeed, unreachable } from '../../src/shared/base/result'
import { ruleNames } from '../../src/shared/people/rules'
import type { FromTill, TillAnswer, TillConfig, TillOrder, ToTill } from './till-process'
import { attemptsOf, nextJournalId, openWireRefunds, orderFor } from './wire-refunds'

/** Stands by: within a day of "not refunded" the PIN is asked for again. */
const supervisor = { id: '', name: 'Ada', rules: ruleNames }

type Running = {
  readonly refunds: RefundService
  readonly payments: TransactionReader
}

async function open(config: TillConfig): Promise<Running> {
  const { address, token } = config
  const calls: ServiceCallDeps = {
    nameOf: addressName,
    monotonic: clock.monotonic,
    credentials: async (use) => succeed(await use({ address, token })),
  }
  const payments = makeHttpPaymentService(calls)
  const refunds = await openWireRefunds({
    folder: config.folder,
    keychain: makeFileKeychain(join(config.folder, 'keychain.json')),
    address: () => address,
    payments,
    sender: makeHttpRefundSender(calls),
    clock,
    deviceId: config.deviceId,
    newId: () => nextJournalId(config.folder),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  return { refunds, payments }
}

async function refund(
  { refunds, payments }: Running,
  order: Extract<TillOrder, { kind: 'refund' }>,
): Promise<TillAnswer> {
  const shown = await payments.show({ kind: 'transaction_id', code: order.transactionId })
  if (!shown.ok) return { kind: 'fault', fault: shown.fault }
  refunds.observe(shown.value)
  const issued = await refunds.issue({
    ...orderFor(shown.value.record),
    allowedBy: supervisor,
  })
  return issued.ok
    ? { kind: 'attempt', attempt: issued.value.attempt }
    : { kind: 'fault', fault: issued.fault }
}

function report({ refunds }: Running): TillAnswer {
  const exported = exportedText(
    refunds.exportPieces({ from: 0, to: clock.now() }, 'json', makeExportSigner(Buffer.alloc(32)), ''),
  )
  const attempts = attemptsOf(refunds)
  const text = exported.ok ? exported.value : ''
  return { kind: 'report', report: { refundsOff: refunds.refundsOff(), attempts, exported: text } }
}

async function obey(running: Running, order: TillOrder): Promise<TillAnswer> {
  const { refunds } = running
  switch (order.kind) {
    case 'refund':
      return refund(running, order)
    case 'look': {
      const looked = await refunds.check(order.marker)
      return looked.ok
        ? { kind: 'attempt', attempt: looked.value.attempt }
        : { kind: 'fault', fault: looked.fault }
    }
    case 'begin_journal': {
      const begun = await refunds.beginJournal({ supervisor: 'Ada', why: 'The disk failed' })
      return begun.ok ? { kind: 'done' } : { kind: 'fault', fault: begun.fault }
    }
    case 'report':
      return report(running)
    case 'close':
      await refunds.close()
      return { kind: 'done' }
    default:
      return unreachable(order)
  }
}

function say(message: FromTill, then: () => void = () => undefined): void {
  process.send?.(message, then)
}

async function main(): Promise<void> {
  // The harness wrote it; a till that it cannot read would never greet.
  const config = JSON.parse(process.argv[2] ?? '') as TillConfig
  const running = await open(config)
  process.on('message', async ({ number, order }: ToTill) => {
    const answer = await obey(running, order)
    say({ number, answer }, () => {
      if (order.kind === 'close') process.disconnect()
    })
  })
  process.once('disconnect', () => process.exit(0))
  say({ number: 0, answer: { kind: 'done' } })
}

void main()
