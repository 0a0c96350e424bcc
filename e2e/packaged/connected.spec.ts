/**
 * What matters on a connected till, on the packaged program: driven by keys at the display alone, judged by the
 * service's ledger. It uses no debugger, so it holds for a program that has none. The service is on this PC: the package of
 * the official Electron takes it only with `allowLoopbackService` in /etc/tillside/policy.json (administration.md, "Policy").
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { type Keyboard, keyboardOf } from './keyboard'
import { expect, type PackagedTill, program, sandboxIsOn, test, token } from './packaged-till'

const refunded = { id: 'packaged-1', custom_id: 'PACKAGED-0001', amount: 12050 }
const later = { id: 'packaged-2', custom_id: 'PACKAGED-0002', amount: 4500 }
/** The service refunds nothing and does not answer: only the till's own journal keeps it from a second try. */
const lost = 'PRACTICE-500-BEFORE'

/** The payments whose refunds arrived at the service, oldest first, by their internal ids. */
function refundsSent(service: PracticeService): readonly string[] {
  return service.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => decodeURIComponent(path.split('/').at(-2) ?? ''))
}

/** How often the service was asked to show a payment, by any of these codes. */
function shows(service: PracticeService, ...codes: readonly string[]): number {
  const asked = service.requests.filter(({ method }) => method === 'GET')
  return asked.filter(({ path }) => codes.some((code) => path.split(/[/?]/).includes(code))).length
}

/** Scans until the service is asked: keys that come before the window listens are lost, as on any till. */
async function scanUntilAsked(keyboard: Keyboard, service: PracticeService, code: string): Promise<void> {
  const before = shows(service, code)
  await expect(async () => {
    await keyboard.scan(code)
    await expect.poll(() => shows(service, code), { timeout: 3000 }).toBeGreaterThan(before)
  }).toPass({ timeout: 30_000 })
}

/** All that a cashier does for a whole refund; what comes of it is the test's. */
async function tryRefund(keyboard: Keyboard, service: PracticeService, code: string): Promise<void> {
  await scanUntilAsked(keyboard, service, code)
  for (const key of ['r', '1', 'ctrl+Return']) await keyboard.press(key)
}

/** The same, until the service has had the refund. It is never sent twice, however often that takes. */
async function refund(keyboard: Keyboard, service: PracticeService, code: string): Promise<void> {
  const sent = refundsSent(service).length
  await expect(async () => {
    await tryRefund(keyboard, service, code)
    await expect.poll(() => refundsSent(service).length, { timeout: 5000 }).toBe(sent + 1)
  }).toPass({ timeout: 60_000 })
}

async function provision(till: PackagedTill, service: PracticeService): Promise<void> {
  const args = ['--provision', `--service-url=${service.url}`, '--token-stdin']
  const result = await till.run(args, { input: `${token}\n` })
  expect([result.code, result.output], result.errors).toEqual([
    0,
    expect.stringMatching(/^\{"provisioned":true,.*\}\n$/),
  ])
}

/** How the kernel confines the processes that draw the window: 2 is Chromium's sandbox. */
function confinement(program: string): readonly string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
        if (!command.startsWith(program) || !command.includes('--type=renderer')) return []
        return [/^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '']
      } catch {
        // It ended while we looked.
        return []
      }
    })
}

// Elsewhere keys are pressed by other programs than this one.
if (process.platform === 'linux') {
  test('a connected till refunds by keys alone, and after a restart it still knows what it refunded @sandbox', async ({
    till,
  }) => {
    test.setTimeout(300_000)
    const service = await till.startService()
    for (const receipt of [refunded, later]) service.ledger.addTransaction(receipt)
    const lostFacts = service.ledger.find(lost, 'custom_id')?.facts
    if (lostFacts === undefined) throw new Error(`The practice data has no ${lost}`)
    const ids = [refunded.id, lostFacts.id, later.id]
    const entries = () => ids.map((id) => service.ledger.entries(id).length)
    await provision(till, service)

    const first = till.start()
    const keyboard = await keyboardOf(first)
    await refund(keyboard, service, refunded.custom_id)
    await expect.poll(entries).toEqual([1, 0, 0])
    await refund(keyboard, service, lost)
    expect(confinement(program)).toEqual([sandboxIsOn ? '2' : '0'])
    await till.end()

    const checks = () => shows(service, lost, lostFacts.transaction_id, lostFacts.id)
    const before = checks()
    const again = await keyboardOf(till.start())
    // Nobody has pressed a key yet: that there is a refund to ask about stands in the journal alone. It is asked
    // about 15 s after it was sent, and on a slow machine once more at 60 s.
    await expect.poll(checks, { timeout: 70_000 }).toBeGreaterThan(before)
    await tryRefund(again, service, refunded.custom_id)
    await tryRefund(again, service, lost)
    // The same keys do refund what may be refunded.
    await refund(again, service, later.custom_id)
    await expect.poll(entries).toEqual([1, 0, 1])
    await till.end()

    expect(refundsSent(service)).toEqual(ids)
  })
}
