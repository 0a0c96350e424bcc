import path from 'node:path'
import { lookUp, receipt, refundAll, refundPosts, scan } from '../fixtures/counter'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { showProof } from '../fixtures/supervisor'
import { expect, openConnected, type Till, test, token } from '../fixtures/till'

const example = 'C7719920461'
const wish = ['--provision', '--token-stdin']

/** By the command line, as a store's own scripts do. */
async function provision(till: Till, address: string, more: readonly string[]) {
  const order = [...wish, `--service-url=${address}`, ...more]
  const result = await till.command(order, `${token}\n`)
  expect(result.code, `${result.output}${result.errors}`).toBe(0)
}

test('beside a running program it is refused in words and changes nothing; once that is closed it is done', async ({
  till,
}) => {
  const { app, page, service: first } = await openConnected(till)
  const second = await till.startService()
  const order = [...wish, `--service-url=${second.url}`, '--till-name=Peak Road']
  const beside = await till.command(order, `${token}\n`)
  expect([beside.code, JSON.parse(beside.output)]).toEqual([
    1,
    { provisioned: false, message: expect.stringMatching(/^Tillside is open on this account/) },
  ])
  const asked = first.requests.length
  await lookUp(page, 'DEMO-PART')
  expect([first.requests.length > asked, second.requests.length]).toEqual([true, 0])
  await app.close()

  await provision(till, second.url, ['--till-name=Peak Road'])
  const again = await till.open()
  await expect(again.page.getByRole('banner')).toContainText('Peak Road')
})

test('a second start ends by itself and brings the first window forward', async ({ till }) => {
  const { app, page } = await openConnected(till)
  const hidden = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.hide()
    return window?.isVisible()
  })
  const second = await till.command([])
  expect([hidden, second.code, second.errors]).toEqual([false, 0, expect.stringContaining('open already')])
  const shown = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isVisible()))
  await expect.poll(shown).toEqual([true])
  await scan(page, example)
  await expect(receipt(page)).toContainText('HK$120.50')
})

test('a till moves to another PC: what it refunded is proved there, and refunded by nobody again', async ({
  till,
}) => {
  const { app, page, service } = await openConnected(till)
  await refundAll(page, example)
  await page.getByRole('link', { name: /^Activity/ }).click()
  await expect(page.getByText('still needs an answer')).toHaveCount(0)
  const file = path.join(till.documents, 'refunds.json')
  await saveTo(app, file)
  await page.getByRole('button', { name: 'Audit file (JSON)' }).click()
  await showProof(page, 'token', token)
  await expect.poll(() => readOrNothing(file)).toContain('signedBy')
  const key = /"signedBy": "([^"]+)"/.exec(readOrNothing(file))?.[1] ?? 'none'
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(key)).toBeVisible()
  for (const place of [page.getByRole('main'), page.getByRole('dialog')])
    await place.getByRole('button', { name: 'Remove access token' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await app.close()

  const otherPc = `--user-data-dir=${till.profile}-lists`
  await provision(till, service.url, [otherPc])
  const other = await till.open([otherPc])
  await lookUp(other.page, example)
  await expect(receipt(other.page)).toContainText('Refunded')
  expect(refundPosts(service)).toBe(1)
  const proof = await till.command([`--verify-journal=${file}`, `--public-key=${key}`, otherPc])
  expect([proof.code, proof.output]).toEqual([0, expect.stringContaining('signed by this till’s key')])
})
