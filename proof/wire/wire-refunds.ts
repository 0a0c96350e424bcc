/** The refund desk of a till over the real wire, over real journal files, composed as src/main/compose.ts does. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hasJournal } from '../../src/main/journal/journal-files'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { profileJournals } from '../../src/main/journal/profile-journals'
import { addressName } from '../../src/main/payments/address-name'
import type { PaymentService } from '../../src/main/payments/payment-service'
import { openRefundDesk } from '../../src/main/refund/open-refund-service'
import type { RefundDesk } from '../../src/main/refund/refund-service'
import type { Clock } from '../../src/main/scheduling/clock'
import type { Keychain } from '../../src/main/vault/keychain'
import { makeVault } from '../../src/main/vault/vault'
import { succeed } from '../../src/shared/result'

export type WireDeskParts = {
  readonly folder: string
  readonly keychain: Keychain
  readonly address: () => string
  readonly payments: PaymentService
  readonly clock: Clock
  readonly deviceId: string
  readonly attemptChanged: () => void
  /** Names a new journal; its id is drawn unless given. */
  readonly newId?: () => string
  readonly log: (line: string) => void
}

export function openWireDesk(parts: WireDeskParts): Promise<RefundDesk> {
  const { folder, keychain, payments, clock, log } = parts
  const keys = makeJournalKeys(keychain, 'journal')
  return openRefundDesk({
    journals: profileJournals({
      folder,
      keys,
      credentials: makeVault({ keychain, profile: folder, wasUsed: () => hasJournal(folder) }),
      // Whoever begins a new journal here has a PIN; the desk never asks for it.
      supervisorPin: { state: async () => succeed('set') },
      now: clock.now,
      log,
      run: randomUUID(),
      ...(parts.newId === undefined ? {} : { newId: parts.newId }),
    }),
    keys,
    payments,
    clock,
    randomBytes: (count) => randomBytes(count),
    deviceId: () => parts.deviceId,
    serviceName: () => addressName(parts.address()),
    movedFrom: () => '',
    news: {
      attemptChanged: parts.attemptChanged,
      paymentChanged: () => undefined,
      deskChanged: () => undefined,
      forgetCopies: () => undefined,
    },
    log,
  })
}
