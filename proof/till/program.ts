/**
 * The program as far as refunds go, put together as src/main/till.ts does: the real vault, the real way to the service
 * but for its exchange, and the real refund service over real files.
 */

import { createHash } from 'node:crypto'
import { makeExportSigner } from '../../src/main/journal/export/export-keys'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { type OpenJournalsDeps, profileJournals } from '../../src/main/journal/open-journals'
import { wasUsed } from '../../src/main/journal/open-record'
import type { RecordFiles } from '../../src/main/journal/record-files'
import { openRefundService } from '../../src/main/refund/service'
import { makeRefundNews } from '../../src/main/refund/tell'
import { addressName } from '../../src/main/service/address'
import type { ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import {
  type FreshShow,
  makeHttpPaymentService,
  type ShowRequest,
  type TransactionReader,
} from '../../src/main/service/show'
import { openSecretsState } from '../../src/main/settings/secrets'
import type { Clock } from '../../src/main/system/clock'
import type { Keychain } from '../../src/main/vault/keychain'
import { vaultName } from '../../src/main/vault/keychain'
import { makeVault } from '../../src/main/vault/vault'
import { succeed } from '../../src/shared/base/result'
import type { CodeKind } from '../../src/shared/payment/codes'
import type { Transaction } from '../../src/shared/payment/transaction'
import type { LineEvents, TillLine } from '../world/line'
import { storeRules } from '../world/people'
import { exportedText } from './exported-text'
import type { ProgramLife } from './program-life'
import { resolverFor } from './simulated-exchange'

export type ProgramDeps = {
  readonly name: string
  readonly folder: string
  /** The record's files and index, on the till's disk. */
  readonly files: RecordFiles
  readonly openDatabase: NonNullable<OpenJournalsDeps['openDatabase']>
  readonly life: ProgramLife
  readonly clock: Clock
  readonly keychain: Keychain
  readonly line: TillLine
  readonly events: LineEvents
  /** Another text each time it is asked, and the same in every run of a history. */
  readonly random: () => string
  /** An attempt of this till changed, or was found as it is. */
  readonly changed: (marker: string, state: string) => void
  /** What this till has saved of payments, whichever program did; the newest last. */
  readonly copies: SavedCopy[]
  readonly patience: number
}

export type SavedCopy = { readonly show: FreshShow; readonly savedAt: number }

export type Program = Awaited<ReturnType<typeof openProgram>>

const exportSigner = makeExportSigner(Buffer.alloc(32))

/** Every line that was ever written, whatever the clock said then. */
const allTime = { from: -8_000_000_000_000, to: 8_000_000_000_000 }

/** Who they are is not the subject: there is somebody who may decide. */
const people = { view: async () => succeed({ state: 'set', people: [] } as const) }

function openSecrets(deps: ProgramDeps) {
  const { name, folder, clock, keychain } = deps
  const profile = `/${name}`
  const used = () => wasUsed(folder)
  const vault = makeVault({
    keychain,
    profile,
    wasUsed: used,
    monotonic: clock.monotonic,
    random: (count) => bytes(deps, count),
  })
  return {
    vault,
    keys: makeJournalKeys(keychain, vaultName('journal', profile)),
  }
}

export async function openProgram(deps: ProgramDeps) {
  const { name, folder, life, clock, copies } = deps
  const { vault, keys } = openSecrets(deps)
  const log = (line: string) => process.env.PROVE_LOG && console.log(`${name} (${folder}): ${line}`)
  let wake: () => void = () => undefined
  const secrets = await openSecretsState({ vault, people, after: clock.after })
  secrets.changed.on(() => wake())
  const calls: ServiceCallDeps = {
    credentials: vault.withCredentials,
    nameOf: addressName,
    resolveName: resolverFor(deps.line, deps.events),
    monotonic: clock.monotonic,
  }
  const payments = savingCopies(makeHttpPaymentService(calls), deps)
  const news = makeRefundNews()
  news.attemptChanged.on(({ intent, state }) => deps.changed(intent.marker, state))
  news.lowerAccepted.on(({ id }) => {
    copies.splice(0, copies.length, ...copies.filter(({ show }) => show.record.id !== id))
  })
  const refunds = await openRefundService(
    {
      journals: profileJournals({
        folder,
        files: deps.files,
        openDatabase: deps.openDatabase,
        keys,
        credentials: vault,
        people,
        now: clock.now,
        monotonic: clock.monotonic,
        log,
        run: deps.random(),
      }),
      keys,
      payments,
      sender: makeHttpRefundSender(calls),
      clock,
      randomBytes: (count) => new Uint8Array(bytes(deps, count)),
      deviceId: () => name,
      rules: () => storeRules,
      ownStore: () => '',
      serviceName: () => addressName(secrets.read().address),
      news,
      log,
    },
    deps.patience,
  )
  wake = refunds.wake
  const raise = ({ show: { record }, savedAt }: SavedCopy) => refunds.raiseFromCopy({ record, savedAt })
  return {
    refunds,
    /** Shows a code's record as the window does; null when none came. */
    async lookUp(request: ShowRequest): Promise<FreshShow | null> {
      // The saved copy is read first, and raises what is known (src/main/lookup/look-up.ts).
      const copy = newestCopy(copies, request, addressName(secrets.read().address))
      if (copy !== undefined) raise(copy)
      const shown = await payments.show(request)
      if (!shown.ok || !life.isAlive()) return null
      refunds.observe(shown.value)
      return shown.value
    },
    /** A saved copy comes by, by its place. */
    showSavedCopy(place: number): void {
      const copy = copies[place % Math.max(1, copies.length)]
      if (copy === undefined) return
      raise(copy)
    },
    async connect(to: string, token: string): Promise<void> {
      await vault.save({ address: to, token })
      await secrets.refresh()
      refunds.wake()
    },
    wake(): void {
      secrets.wake()
      refunds.slept()
      refunds.wake()
    },
    async close(): Promise<void> {
      secrets.close()
      await refunds.close()
    },
    address: (): string => secrets.read().address,
    /** Whether any address is stored; without one nothing can be asked, shown or sent. */
    isConnected: (): boolean => secrets.read().address !== '',
    exported(): string | null {
      const exported = life.unseen(() =>
        exportedText(refunds.exportPieces(allTime, 'json', exportSigner, '')),
      )
      return exported.ok ? exported.value : null
    },
  }
}

/** The copy that a lookup shows: of that service, by that code. */
function newestCopy(copies: readonly SavedCopy[], { kind, code }: ShowRequest, serviceAddress: string) {
  const here = copies.filter(({ show }) => addressName(show.serviceAddress) === serviceAddress)
  return here.findLast(({ show: { record } }) => codesOf(record)[kind] === code)
}

function codesOf({ id, transactionId, customId }: Transaction): Readonly<Record<CodeKind, string>> {
  return { transaction_id: transactionId, custom_id: customId, internal_id: id }
}

function bytes(deps: ProgramDeps, count: number): Buffer {
  return createHash('sha256').update(deps.random()).digest().subarray(0, count)
}

/** Every record that the service shows is saved, as src/main/lookup does. */
function savingCopies(payments: TransactionReader, { clock, life, copies }: ProgramDeps): TransactionReader {
  return {
    async show(request) {
      const shown = await payments.show(request)
      if (shown.ok && life.isAlive()) copies.push({ show: shown.value, savedAt: clock.now() })
      return shown
    },
  }
}
