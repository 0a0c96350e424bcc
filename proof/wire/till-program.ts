/**
 * A till in a process of its own, so that it can be killed: the real refund service, journal and HTTP client, and
 * a keychain in a file. It is driven over Node's message channel; its config is its one argument, as JSON.
 */

import { join } from 'node:path'
import { makeExportSigner } from '../../src/main/journal/export/export-keys'
import type { RefundService } from '../../src/main/refund/service'
import { addressName } from '../../src/main/service/address'
import type { ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeHttpPaymentService, type TransactionReader } from '../../src/main/service/show'
import { systemClock as clock } from '../../src/main/system/clock'
import { makeFileKeychain } from '../../src/main/vault/keychain'
import type { Attempt } from '../../src/shared/attempt/attempt'
import { type Result, succeed, unreachable } from '../../src/shared/base/result'
import type { Fault } from '../../src/shared/fault'
import { ruleNames } from '../../src/shared/people/rules'
import { exportedText } from '../till/exported-text'
import type { TillAnswer, TillConfig, TillOrder, TillReport } from './till-process'
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
    deviceId: () => config.deviceId,
    newId: () => nextJournalId(config.folder),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  return { refunds, payments }
}

function answerOf(result: Result<{ readonly attempt: Attempt }, Fault>): TillAnswer {
  return result.ok
    ? { kind: 'attempt', attempt: result.value.attempt }
    : { kind: 'fault', fault: result.fault }
}

async function refund({ refunds, payments }: Running, code: string): Promise<TillAnswer> {
  const shown = await payments.show({ kind: 'transaction_id', code })
  if (!shown.ok) return answerOf(shown)
  refunds.observe(shown.value)
  return answerOf(await refunds.issue({ ...orderFor(shown.value.record), allowedBy: supervisor }))
}

function report({ refunds }: Running): TillReport {
  const all = { from: 0, to: clock.now() }
  const exported = exportedText(refunds.exportPieces(all, 'json', makeExportSigner(Buffer.alloc(32)), ''))
  return {
    refundsOff: refunds.refundsOff(),
    attempts: attemptsOf(refunds),
    exported: exported.ok ? exported.value : '',
  }
}

async function obey(running: Running, order: TillOrder): Promise<TillAnswer> {
  const { refunds } = running
  switch (order.kind) {
    case 'refund':
      return refund(running, order.transactionId)
    case 'look':
      return answerOf(await refunds.check(order.marker))
    case 'begin_journal': {
      const begun = await refunds.beginJournal({ supervisor: 'Ada', why: 'The disk failed' })
      return begun.ok ? { kind: 'done' } : { kind: 'fault', fault: begun.fault }
    }
    case 'report':
      return { kind: 'report', report: report(running) }
    case 'close':
      await refunds.close()
      return { kind: 'done' }
    default:
      return unreachable(order)
  }
}

async function main(): Promise<void> {
  // The harness wrote it; a till that it cannot read would never greet.
  const config = JSON.parse(process.argv[2] ?? '') as TillConfig
  const running = await open(config)
  process.on('message', async (order: TillOrder) => {
    const answer = await obey(running, order)
    process.send?.(answer, () => {
      if (order.kind === 'close') process.disconnect()
    })
  })
  process.once('disconnect', () => process.exit(0))
  process.send?.({ kind: 'done' } satisfies TillAnswer)
}

void main()
