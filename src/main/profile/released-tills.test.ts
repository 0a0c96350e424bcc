/** Every released version's till is opened by the present program (CONTRIBUTING.md, "A release"). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import project from '../../../package.json'
import { aCopyRecord } from '../copies/testing/copy-samples'
import { fakeTransaction } from '../refund/testing/fake-transaction'
import { termsOf } from '../search/testing/search-samples'
import { openCrashCount } from '../unattended/crash-count'
import { readPageStart } from '../window/page-start'
import { readWindowPlace } from '../window/window-place'
import { readPlace } from './entries-place'
import { smallFiles } from './newer-files'
import { openCopies, openTill, outcomesOf } from './testing/open-till'
import { filesOf, keptReleases, unpackRelease } from './testing/read-release'

const minute = 60_000
const screen = { x: 0, y: 0, width: 1920, height: 1080 }

let leave: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of leave.reverse()) await end()
  leave = []
})

/** That version's till, opened by this program. */
async function open(version: string) {
  const kept = unpackRelease(version)
  leave.push(async () => kept.remove())
  const till = await openTill({ ...kept, ...kept.release, keychain: kept.keychain })
  leave.push(() => till.refunds.close())
  return { ...kept, till }
}

it('a till of the version that this is, or was released last, is kept', () => {
  expect(keptReleases()).toContain(project.version)
})

describe.each(keptReleases())('a till that version %s left', (version) => {
  it('has a file of every kind, and an entry of every kind', () => {
    const names = [...filesOf(version).keys()]
    const expected = [...smallFiles, 'cache.db', 'not-connected', 'logs/tillside.log']
    expect([
      expected.filter((name) => !names.includes(name)),
      names.some((name) => name.startsWith('journal-')),
    ]).toEqual([[], true])
    const entries = Object.keys(unpacked(version).keychain)
    const kinds = [
      'payment service',
      'supervisor pin',
      'settings',
      'key saved copies',
      'key export signature',
      'journal',
    ]
    expect(kinds.filter((kind) => !entries.some((name) => name.startsWith(`${kind} `)))).toEqual([])
  })

  it('opens with refunds on, nothing set aside, nothing to be said', async () => {
    const { till, folder } = await open(version)
    const aside = readdirSync(folder).filter((name) => /broken|aside/.test(name))
    expect([till.refunds.refundsOff(), till.warnings, till.newerData(), aside]).toEqual([null, [], [], []])
  })

  it('has each refund as it was: refunded, refused, decided, and locked what was undecided', async () => {
    const { till, release } = await open(version)
    expect(outcomesOf(till.refunds)).toEqual(release.outcomes)
    const states = release.outcomes.attempts.map(({ state }) => state)
    expect([...new Set(states)].sort()).toEqual(['not_refunded', 'refunded', 'refused', 'unconfirmed'])
    expect(release.outcomes.locked).toEqual(['pay-3', 'pay-5', 'pay-7'])
    expect(till.refunds.attention().alarms).toBeGreaterThan(0)
  })

  it('asks on about what is undecided, refunds nothing of it meanwhile, and refunds what it never did', async () => {
    const { till, clock } = await open(version)
    const shown = fakeTransaction(till.payments.facts('pay-5'))
    const order = {
      shown,
      foundBy: { kind: 'transaction_id', code: shown.transactionId },
      amount: { hundredths: 2000, currency: shown.currency },
      reason: 'Damaged item',
      confirmed: false,
      cashier: 'Kit',
      allowedBy: null,
    } as const
    const refused = await till.refunds.issue(order)
    const before = till.payments.shows.length
    await clock.advance(10 * minute)
    const asked = till.payments.shows.slice(before).map(({ code }) => code)
    expect([refused.ok, till.payments.refunds.length, asked.includes(shown.transactionId)]).toEqual([
      false,
      0,
      true,
    ])
    till.payments.put('pay-8', { transactionId: '100000000000008', customId: 'ORDER-8' })
    const other = fakeTransaction(till.payments.facts('pay-8'))
    const foundBy = { kind: 'transaction_id', code: other.transactionId } as const
    const again = await till.refunds.issue({ ...order, shown: other, foundBy })
    expect([again.ok, till.payments.refunds.length]).toEqual([true, 1])
  })

  it('knows the most that was ever refunded of a payment that was only seen', async () => {
    const { till } = await open(version)
    const { transactionId } = till.payments.facts('pay-6')
    const shown = await till.payments.show({ kind: 'transaction_id', code: transactionId })
    if (shown.ok) till.refunds.observe(shown.value)
    expect(till.refunds.standingOf('pay-6').stale).not.toBeNull()
  })

  it('knows that the service has moved', async () => {
    const { till } = await open(version)
    expect(till.refunds.services()).toEqual([
      { service: 1, addresses: ['https://pay.example', 'https://new.example'] },
    ])
  })

  it('has its settings as they were saved, its token and its PIN', async () => {
    const { till, release } = await open(version)
    const token = await till.vault.withCredentials(async (credentials) => credentials)
    const right = await till.supervisorPin.check(release.pin)
    expect([till.settings.read(), till.standing, token, right.ok]).toMatchObject([
      release.settings,
      'as_saved',
      { ok: true, value: { address: release.service.name, token: 'made-up-token-of-a-kept-till' } },
      true,
    ])
  })

  it('has its saved copies, what lies beside them, and finds them', async () => {
    const { till, folder, release } = await open(version)
    const logged: string[] = []
    const { cache, searcher, rows, viewer, close } = await openCopies(folder, till, (line) =>
      logged.push(line),
    )
    leave.push(async () => close())
    const sealed = rows.sealedNumbers().length
    const found = release.copies.map(
      (code) => cache.find(viewer, 'transaction_id', code)?.record.transactionId,
    )
    const searched = searcher.search({ search: 1, viewer, terms: termsOf('T3'), rows: 10 })
    expect([found, cache.count(), cache.recent(viewer, 9).length, searched?.total, sealed]).toEqual([
      release.copies,
      release.copies.length,
      1,
      1,
      1,
    ])
    expect([
      cache.related(viewer, aCopyRecord('1'), 'store')?.lines.lines,
      cache.storeNames(),
      cache.unknownCounts(),
      cache.queue((queue) => queue.next(viewer)?.code ?? null, null),
      logged,
    ]).toEqual([
      [{ name: 'name', value: 'Harbour Road' }],
      [{ store: 'st-12', name: 'Harbour Road' }],
      { day: 20261121, hand: 1, list: 2 },
      'T9',
      [],
    ])
  })

  it('has its window’s place and its crashes', async () => {
    const { folder, release } = await open(version)
    const at = (name: string) => join(folder, name)
    expect([
      readWindowPlace(at('window.json'), [screen])?.width,
      readPlace(folder)?.path,
      readPageStart('service', folder),
      JSON.parse(readFileSync(at('crashes.json'), 'utf8')).crashes.length,
      openCrashCount(at('crashes.json'), () => release.now).isTooMany(),
    ]).toMatchObject([1300, release.entriesPath, { theme: 'dark', counter: 'none' }, 1, false])
  })
})

function unpacked(version: string) {
  const kept = unpackRelease(version)
  kept.remove()
  return kept.release
}
