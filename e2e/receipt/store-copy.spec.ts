/** All of a payment on a sheet of A4, for the store's own files. */
import path from 'node:path'
import { test } from '../fixtures/connected'
import { lookUp, untilCounter } from '../fixtures/counter'
import { readPdf } from '../fixtures/pdf'
import { saveTo } from '../fixtures/saved-file'
import { showProof } from '../fixtures/supervisor'
import { expect, token } from '../fixtures/till'

const code = '710000000001'
const secret = 'PIN-KEY-4711'

test('the store copy has the receipt and all of More on A4, whatever the till’s paper, no PIN key, and who paid only masked', async ({
  till,
  service,
}) => {
  service.put(code, { pin_key: secret, payer: 'someone@example.org', loyalty: 'gold' })
  await till.provision(service.url, ['--store-name=Harbour Road'])
  const { app, page } = await till.open()
  await untilCounter(page)
  await lookUp(page, code)
  await page.getByRole('button', { name: 'More' }).click()
  const more = page.getByRole('region', { name: 'More' })
  await expect(more).toContainText('Present, not shown')
  // Who paid is shown to a supervisor, on the screen alone.
  await more.getByRole('button', { name: 'Show who paid' }).click()
  await showProof(page, 'token', token)
  await expect(more).toContainText('someone@example.org')
  const file = path.join(till.documents, 'store-copy.pdf')
  await saveTo(app, file)
  await more.getByRole('button', { name: 'Save all as PDF' }).click()
  await expect(page.getByText(`Saved as ${file}`).first()).toBeVisible()
  const { text, width, pages, margin } = await readPdf(file)
  expect([Math.round(width), pages]).toEqual([210, 2])
  // On every page: no printer reaches the edge of its paper.
  expect(margin).toBeGreaterThan(15)
  for (const words of [
    'Store copy',
    'at Harbour Road',
    'HK$120.50',
    code,
    'Fee 1.5',
    'Internal ID internal-710000000001',
    'Payer s••••@example.org',
    'PIN key Present, not shown',
    'loyalty gold',
  ]) {
    expect(text).toContain(words)
  }
  for (const hidden of [secret, 'someone@']) expect(text).not.toContain(hidden)
})
