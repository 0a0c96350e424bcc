/** The refunds of a till over the real wire, over real journal files, put together as src/main/till.ts does. */

import { randomBytes, randomUUID } from 'node:crypto'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { type OpenJournalsDeps, profileJournals } from '../../src/main/journal/open-journals'
import { recordFolder, wasUsed } from '../../src/main/journal/open-record'
import { openRecordFiles } from '../../src/main/journal/record-files'
import { segmentsIn } from '../../src/main/journal/segment'
import { openRefundService, type RefundService } from '../../src/main/refund/service'
import { makeRefundNews } from '../../src/main/refund/tell'
import type { RefundOrder } from '../../src/main/refund/types'
import { addressName } from '../../src/main/service/address'
import type { RefundSender } from '../../src/main/service/refund'
import type { TransactionReader } from '../../src/main/service/show'
import type { Clock } from '../../src/main/system/clock'
import type { Keychain } from '../../src/main/vault/keychain'
import { makeVault } from '../../src/main/vault/vault'
import type { AttemptView } from '../../src/shared/attempt/payment-standing'
import { succeed } from '../../src/shared/base/result'
import type { Transaction } from '../../src/shared/payment/transaction'
import { noRules } from '../../src/shared/people/rules'

type WireRefundsDeps = {
  readonly folder: string
  readonly keychain: Keychain
  readonly address: () => string
  readonly payments: TransactionReader
  readonly sender: RefundSender
  readonly clock: Clock
  readonly deviceId: () => string
  /** Names a new journal; its id is drawn unless given. */
  readonly newId?: () => string
  readonly log?: (line: string) => void
  /** Of a profile that has them; otherwise nobody is anybody, and the keychain is this till's alone. */
  readonly parts?: Pick<OpenJournalsDeps, 'keys' | 'credentials' | 'people'>
}

export function openWireRefunds(deps: WireRefundsDeps): Promise<RefundService> {
  const { folder, keychain, payments, sender, clock, log = () => undefined } = deps
  const parts = deps.parts ?? {
    keys: makeJournalKeys(keychain, 'journal'),
    credentials: makeVault({ keychain, profile: folder, wasUsed: () => wasUsed(folder) }),
    // Whoever begins a new journal here is a manager; the refund service never asks for it.
    people: { view: async () => succeed({ state: 'set', people: [] }) },
  }
  return openRefundService({
    journals: profileJournals({
      folder,
      ...parts,
      now: clock.now,
      monotonic: clock.monotonic,
      log,
      run: randomUUID(),
      ...(deps.newId === undefined ? {} : { newId: deps.newId }),
    }),
    keys: parts.keys,
    payments,
    sender,
    clock,
    randomBytes: (count) => randomBytes(count),
    deviceId: deps.deviceId,
    rules: () => noRules,
    ownStore: () => '',
    serviceName: () => addressName(deps.address()),
    news: makeRefundNews(),
    log,
  })
}

/** Every attempt of a till, newest first. */
export function attemptsOf(refunds: Pick<RefundService, 'page'>): readonly AttemptView[] {
  const all: AttemptView[] = []
  for (let before: number | null = null; ; ) {
    const { attempts, next } = refunds.page({ before, count: 100 })
    all.push(...attempts)
    if (next === null) return all
    before = next
  }
}

/** The id that a till's next journal gets: strace must be told a file's name before the file is there. */
export function nextJournalId(folder: string): string {
  const journals = segmentsIn(openRecordFiles(recordFolder(folder)).names())
  return `00000000-0000-4000-8000-${String(journals.size + 1).padStart(12, '0')}`
}

/** What the cashier confirms, with every extra question answered yes. */
export function orderFor(shown: Transaction, hundredths?: number): RefundOrder {
  const rest = (shown.amount ?? 0) - (shown.refunded ?? 0)
  return {
    shown,
    foundBy: { kind: 'transaction_id', code: shown.transactionId },
    amount: { hundredths: hundredths ?? rest, currency: shown.currency },
    reason: { code: 'damaged', text: 'Damaged item' },
    typed: false,
    confirmed: true,
    cashier: { id: '', name: 'Kit' },
    allowedBy: null,
  }
}
