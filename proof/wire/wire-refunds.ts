/** The refund service of a till over the real wire, over real journal files, put together as src/main/till.ts does. */

import { randomBytes, randomUUID } from 'node:crypto'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { profileJournals } from '../../src/main/journal/open-journals'
import { wasUsed } from '../../src/main/journal/open-record'
import type { RefundService } from '../../src/main/refund/service'
import { openRefundService } from '../../src/main/refund/service'
import { makeRefundNews } from '../../src/main/refund/tell'
import { addressName } from '../../src/main/service/address'
import type { RefundSender } from '../../src/main/service/refund'
import type { TransactionReader } from '../../src/main/service/show'
import type { Clock } from '../../src/main/system/clock'
import type { Keychain } from '../../src/main/vault/keychain'
import { makeVault } from '../../src/main/vault/vault'
import { succeed } from '../../src/shared/base/result'
import { noRules } from '../../src/shared/people/rules'

export type WireRefundsDeps = {
  readonly folder: string
  readonly keychain: Keychain
  readonly address: () => string
  readonly payments: TransactionReader
  readonly sender: RefundSender
  readonly clock: Clock
  readonly deviceId: string
  readonly attemptChanged: () => void
  /** Names a new journal; its id is drawn unless given. */
  readonly newId?: () => string
  readonly log: (line: string) => void
}

export function openWireRefunds(deps: WireRefundsDeps): Promise<RefundService> {
  const { folder, keychain, payments, sender, clock, log } = deps
  const keys = makeJournalKeys(keychain, 'journal')
  const news = makeRefundNews()
  news.attemptChanged.on(deps.attemptChanged)
  return openRefundService({
    journals: profileJournals({
      folder,
      keys,
      credentials: makeVault({ keychain, profile: folder, wasUsed: () => wasUsed(folder) }),
      // Whoever begins a new journal here is a manager; the refund service never asks for it.
      people: { view: async () => succeed({ state: 'set', people: [] }) },
      now: clock.now,
      monotonic: clock.monotonic,
      log,
      run: randomUUID(),
      ...(deps.newId === undefined ? {} : { newId: deps.newId }),
    }),
    keys,
    payments,
    sender,
    clock,
    randomBytes: (count) => randomBytes(count),
    deviceId: () => deps.deviceId,
    rules: () => noRules,
    ownStore: () => '',
    serviceName: () => addressName(deps.address()),
    news,
    log,
  })
}
