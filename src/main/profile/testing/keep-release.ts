/**
 * Writes a till as this version of the program leaves it, for all later versions to open (CONTRIBUTING.md, "A release"):
 * every file of a profile, and its keychain entries, whose secrets are made up. What stands in it is what the program
 * itself reads there.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'libsql'
import type { RefundAnswer } from '../../../shared/attempt'
import { aCopyRecord } from '../../copies/testing/copy-samples'
import { wasSilentBefore } from '../../journal/keychain-silence'
import { makeLog } from '../../log/log'
import { replyWith } from '../../refund/testing/fake-payments'
import { fakeTransaction } from '../../refund/testing/fake-transaction'
import { makeFakeClock } from '../../scheduling/testing/fake-clock'
import { openCrashCount } from '../../unattended/crash-count'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { noteWelcome } from '../../window/page-start'
import { writeWindowPlace } from '../../window/window-place'
import { writePlace } from '../entries-place'
import { type OpenTill, openCopies, openTill, outcomesOf, type ServicePlace, value } from './open-till'
import { type KeptRelease, releasesFolder } from './read-release'

const minute = 60_000
const entriesPath = '/tills/harbour-road'
const token = 'made-up-token-of-a-kept-till'
const pin = '73-open'
const lost: RefundAnswer = { kind: 'no_answer', reason: 'timeout', detail: '' }
const refusal: RefundAnswer = { kind: 'error_shape', httpStatus: 422, status: 422, message: 'Too late' }

/** Writes it into the folder of kept releases. Refuses to replace one: what was released is what it was. */
export async function keepRelease(version: string): Promise<string> {
  const kept = join(releasesFolder, version)
  if (existsSync(kept))
    throw new Error(`${kept} is there already; a released version’s data is never written anew`)
  const folder = mkdtempSync(join(tmpdir(), 'tillside-release-'))
  try {
    const left = join(folder, 'left')
    const release = await writeTill(join(folder, 'till'), left, version)
    pack(left, kept, release)
    return kept
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param left is given what lies in the till's folder at the moment at which the program is killed. */
async function writeTill(folder: string, left: string, version: string): Promise<KeptRelease> {
  mkdirSync(folder)
  const keychain = makeMemoryKeychain()
  const clock = makeFakeClock()
  const service: ServicePlace = { name: 'https://pay.example', movedFrom: '' }
  let made = 0
  /** The first attempt is R-1111111111, the second R-2222222222, and so on. */
  const randomBytes = (count: number) => {
    made += 1
    return new Uint8Array(count).fill(made)
  }
  const deps = { entriesPath, clock, service, randomBytes }
  const open = () => openTill({ ...deps, folder, keychain })
  writePlace(folder, { path: entriesPath })
  let till = await open()
  await setUp(till)
  await refundSome(till, clock.advance)
  await till.refunds.close()
  // The service moves while refunds are in doubt: it is said to be the same, and one more is lost there.
  Object.assign(service, { name: 'https://new.example', movedFrom: 'https://pay.example' })
  value(await till.vault.save({ address: service.name, token }, { movedFrom: service.movedFrom }))
  till = await open()
  await refund(till, 'pay-5', lost)
  await saveCopies(folder, till)
  writeSmallFiles(folder)
  const settings = { ...till.settings.read() }
  let entries: ReadonlyMap<string, string> = new Map()
  await refund(till, 'pay-7', lost, () => {
    cpSync(folder, left, { recursive: true })
    entries = new Map(keychain.secrets)
  })
  await till.refunds.close()
  return {
    version,
    entriesPath,
    pin,
    now: clock.now(),
    service,
    keychain: Object.fromEntries(entries),
    outcomes: await readOutcomes(left, entries, deps),
    settings,
    copies: ['T1', 'T2', 'T3'],
  }
}

/** What this version itself says of what was left, in a copy of it. */
async function readOutcomes(
  left: string,
  entries: ReadonlyMap<string, string>,
  deps: Omit<Parameters<typeof openTill>[0], 'folder' | 'keychain'>,
): Promise<KeptRelease['outcomes']> {
  const folder = `${left}-read`
  cpSync(left, folder, { recursive: true })
  const keychain = makeMemoryKeychain()
  for (const [name, secret] of entries) keychain.secrets.set(name, secret)
  const { refunds } = await openTill({ ...deps, folder, keychain })
  const outcomes = outcomesOf(refunds)
  await refunds.close()
  return outcomes
}

async function setUp({ vault, settings, supervisorPin }: OpenTill): Promise<void> {
  value(await vault.save({ address: 'https://pay.example', token }, { till: 'till-3' }))
  value(await supervisorPin.set({ currentPin: '', newPin: pin }))
  value(await vault.dataKey('export signature', { createIfMissing: true }))
  value(
    await settings.change({
      deviceId: 'till-3',
      storeName: 'Harbour Road',
      storeId: 'st-12',
      related: ['store'],
      keepDays: 300,
      keepCopies: 20_000,
      watchedFolder: '/lists',
    }),
  )
  value(await settings.change({ cashier: 'Kit', theme: 'dark', paper: 'a4', textSize: 115, soundVolume: 20 }))
  value(await settings.change({ testPrint: 'done', chosen: ['theme'] }))
}

/** One of each: refunded, refused, refused and moved after all, decided by a supervisor, and one that was only seen. */
async function refundSome(till: OpenTill, advance: (milliseconds: number) => Promise<void>): Promise<void> {
  const { refunds, payments } = till
  await refund(till, 'pay-1', null)
  await refund(till, 'pay-2', refusal)
  await refund(till, 'pay-3', refusal)
  await refund(till, 'pay-4', lost)
  await advance(3 * minute)
  const seen = { supervisor: 'Sam', saw: 'The portal', why: 'Not there', portal: false }
  value(await refunds.decide('R-4444444444', { to: 'not_refunded', ...seen }))
  payments.put('pay-3', { refunded: 2000, updatedAt: '2026-11-22 08:00:00' })
  payments.put('pay-6', { refunded: 700, updatedAt: '2026-11-20 19:00:00' })
  for (const id of ['pay-3', 'pay-6']) await observe(till, id)
}

async function observe({ refunds, payments }: OpenTill, id: string): Promise<void> {
  const { transactionId } = payments.facts(id)
  refunds.observe(value(await payments.show({ kind: 'transaction_id', code: transactionId })))
}

async function refund(
  { refunds, payments }: OpenTill,
  id: string,
  answer: RefundAnswer | null,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  const answering = (said: RefundAnswer) => () => {
    meanwhile()
    return replyWith(said)
  }
  payments.answerRefundsWith(answer === null ? null : answering(answer))
  const shown = fakeTransaction(payments.facts(id))
  const issued = await refunds.issue({
    shown,
    foundBy: { kind: 'transaction_id', code: shown.transactionId },
    amount: { hundredths: 2000, currency: shown.currency },
    reason: 'Damaged item',
    confirmed: false,
    cashier: 'Kit',
    allowedBy: null,
  })
  payments.answerRefundsWith(null)
  value(issued)
}

/** Copies with what lies beside them, a list of codes, the search's segment, and one copy that came after it. */
async function saveCopies(folder: string, till: OpenTill): Promise<void> {
  const { cache, searcher, viewer, close } = await openCopies(folder, till)
  const at = Date.UTC(2026, 10, 21, 9)
  const lines = { lines: [{ name: 'name', value: 'Harbour Road' }], cut: false }
  for (const name of ['1', '2']) cache.save(viewer, aCopyRecord(name), at)
  cache.noteLookup(viewer, aCopyRecord('1'), { code: 'T1', foundBy: 'transaction_id' }, at)
  cache.saveRelated(viewer, aCopyRecord('1'), 'store', lines, at)
  cache.keepStoreName({ store: 'st-12', name: 'Harbour Road' }, at)
  cache.keepUnknownCounts({ day: 20261121, hand: 1, list: 2 })
  cache.queue((rows) => {
    const list = rows.beginList(viewer, { name: 'night.csv', importedAt: at, madeAt: at })
    rows.addCodes(viewer, list, [{ code: 'T9', match: 'automatic' }])
    return rows.finishList(viewer, list)
  }, false)
  searcher.makeSegment()
  cache.save(viewer, aCopyRecord('3'), at)
  close()
}

function writeSmallFiles(folder: string): void {
  writeWindowPlace(join(folder, 'window.json'), { x: 40, y: 30, width: 1300, height: 820, maximized: false })
  const crashes = openCrashCount(join(folder, 'crashes.json'), () => Date.UTC(2026, 10, 21, 9))
  crashes.begin()
  crashes.note()
  crashes.endedInOrder()
  wasSilentBefore({ folder, run: 'an earlier run', log: () => undefined }, 'another journal')
  noteWelcome(folder, true)
  const now = () => new Date(Date.UTC(2026, 10, 21, 9))
  makeLog({ folder: join(folder, 'logs'), now, makeReference: () => 'E-000000' }).info('a line of the log')
}

/** Everything compressed; databases with their logs folded into them, but for the journal, which is as a kill left it. */
function pack(folder: string, kept: string, release: KeptRelease): void {
  mkdirSync(join(kept, 'logs'), { recursive: true })
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^journal-.*-wal$|(?<!-wal|-shm|-journal)$/.test(entry.name))
    .map((entry) => join(entry.parentPath.slice(folder.length), entry.name))
  for (const name of names) {
    if (name.endsWith('.db') && !name.startsWith('journal-')) {
      const database = new Database(join(folder, name))
      database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
      database.close()
    }
    writeFileSync(join(kept, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }))
  }
  writeFileSync(join(kept, 'till.json'), `${JSON.stringify(release, null, 2)}\n`)
}
