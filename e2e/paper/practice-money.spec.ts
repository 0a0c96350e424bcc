/** Practice money must not make paper that looks real: practice is what the service says, whoever is connected to it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BridgeApi } from '../../src/shared/contract'
import { lookUp, outcomeHeading, receipt, refundByKeys, scan, untilCounter } from '../fixtures/counter'
import { savePdf } from '../fixtures/pdf'
import { afterConnecting, leaveForLater } from '../fixtures/set-up'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, type Opened, type Till, test, token } from '../fixtures/till'

const example = 'C7719920461'
const practiceBand = /practice · no real money/i

const bandOf = ({ page }: Opened) => page.getByRole('complementary', { name: 'Practice' })

/** What lies readable in the practice profile of another program. */
function secretsOf(folder: string): { readonly address: string; readonly token: string } {
  const entries: readonly (readonly [string, string])[] = JSON.parse(
    readFileSync(path.join(folder, 'practice', 'secrets.json'), 'utf8'),
  )
  const found = entries.find(([, text]) => text.includes('"address"'))
  if (found === undefined) throw new Error('There are no credentials')
  return JSON.parse(found[1])
}

/** Types address and token into a program that is new, and gives it a store's name. */
async function connectByHand({ page }: Opened, address: string, typed: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByLabel('Access token', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await leaveForLater(page, afterConnecting)
  await beginSupervisor(page, { with: 'token', stored: typed })
  const named = await page.evaluate(async () => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    return (await tillside.call('settings:save', { storeName: 'Harbour Road' })).ok
  })
  expect(named).toBe(true)
}

async function slipFromActivity(opened: Opened, file: string): Promise<string> {
  await opened.page.getByRole('link', { name: /^Activity/ }).click()
  await opened.page
    .getByText(/^R-[0-9A-Z]{10}$/)
    .first()
    .click()
  return (await savePdf(opened, file)).text
}

/** Lines may be broken anywhere in a PDF. */
const plain = (text: string) => text.replace(/\s/g, '')

const deviceOf = ({ page }: Opened) =>
  page.evaluate(async () => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    const state = await tillside.call('app:read')
    return state.ok ? state.value.deviceId : ''
  })

async function refundExample(opened: Opened): Promise<void> {
  await lookUp(opened.page, example)
  await refundByKeys(opened.page)
  await expect(outcomeHeading(opened.page)).toHaveText('Refunded')
}

test('a program that is connected to another’s practice says so on its screen and on every paper, for good', async ({
  till,
}) => {
  const other = path.join(till.profile, 'other-program')
  const practising = await till.open(['--practice', `--user-data-dir=${other}`])
  await untilCounter(practising.page)
  const stolen = secretsOf(other)

  const first = await till.open()
  await connectByHand(first, stolen.address, stolen.token)
  await lookUp(first.page, example)
  await expect(bandOf(first)).toContainText(practiceBand)
  const paid = await savePdf(first, path.join(till.documents, 'receipt.pdf'))
  await refundExample(first)
  const slip = await savePdf(first, path.join(till.documents, 'slip.pdf'))
  expect(slip.text).toContain('HK$120.50')
  for (const text of [paid.text, slip.text]) expect(text).toMatch(practiceBand)
  await first.app.close()
  await practising.app.close()

  // Neither a restart nor a service that is not there any more takes the word back.
  const again = await till.open()
  await scan(again.page, example)
  await expect(receipt(again.page)).toContainText('Saved copy')
  await expect(bandOf(again)).toContainText(practiceBand)
  const saved = await savePdf(again, path.join(till.documents, 'saved.pdf'))
  const reprint = await slipFromActivity(again, path.join(till.documents, 'reprint.pdf'))
  for (const text of [saved.text, reprint]) expect(text).toMatch(practiceBand)
  for (const place of ['Activity', 'Search', 'Settings', 'Counter']) {
    await again.page.getByRole('link', { name: place }).click()
    await expect(bandOf(again)).toBeVisible()
  }
})

test('paper names the service, the store and the device, and a slip the service that its refund was sent to', async ({
  till,
}) => {
  const [before, after] = [await till.startService(), await till.startService()]
  await till.provision(before.url, ['--store-name=Harbour Road'])
  const first = await till.open()
  const { page } = first
  const device = await deviceOf(first)
  const smallPrint = (url: string) =>
    plain(`Payment service ${new URL(url).host} Till Harbour Road Device ID ${device}`)
  await lookUp(page, example)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(receipt(page)).toContainText(new URL(before.url).host)
  await expect(receipt(page)).toContainText(device)
  const paid = await savePdf(first, path.join(till.documents, 'receipt.pdf'))
  await refundExample(first)
  const slip = await savePdf(first, path.join(till.documents, 'slip.pdf'))
  for (const { text } of [paid, slip]) expect(plain(text)).toContain(smallPrint(before.url))
  await first.app.close()

  await till.provision(after.url, [], `${token}\n${token}\n`)
  const again = await till.open()
  await untilCounter(again.page)
  const reprint = await slipFromActivity(again, path.join(till.documents, 'reprint.pdf'))
  expect(plain(reprint)).toContain(smallPrint(before.url))
  expect([paid.text, slip.text, reprint].some((text) => practiceBand.test(text))).toBe(false)
})

test('a service that says it is practice gets a band and marks, and no refund is any freer for it', async ({
  till,
}: {
  till: Till
}) => {
  const service = await till.startService({ switches: { practiceHeader: 'sent' } })
  await till.provision(service.url)
  const opened = await till.open()
  await lookUp(opened.page, 'PRACTICE-500-BEFORE')
  await refundByKeys(opened.page)
  await expect(outcomeHeading(opened.page)).toHaveText('Unconfirmed')
  await expect(bandOf(opened)).toBeVisible()
  await scan(opened.page, 'PRACTICE-500-BEFORE')
  await expect(opened.page.getByText('No refund now')).toBeVisible()
  // It is the till's own profile still, with the keychain's token and what takes a supervisor.
  const refused = await opened.page.evaluate(async () => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    const state = await tillside.call('app:read')
    const answer = await tillside.call('token:forget')
    return [state.ok && state.value.mode, answer.ok ? 'done' : answer.fault.kind]
  })
  expect(refused).toEqual(['service', 'act_needs_supervisor'])
})
