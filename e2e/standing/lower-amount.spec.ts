/** A service that says less was refunded than before: nothing is sent, until it ends or a supervisor accepts it. */
import type { Page } from '@playwright/test'
import { lookUp, refundForm, scanForReceipt } from '../fixtures/counter'
import { type OddService, startOddService } from '../fixtures/odd-service'
import { opened } from '../fixtures/opened'
import { clockAhead, letPass } from '../fixtures/other-clock'
import { managerLine } from '../fixtures/supervisor'
import { test as base, expect, type Till, token } from '../fixtures/till'

const code = '771000000001'
const pin = '729418'

/** A service of one payment, and what it says was refunded of it. */
type Bounced = { readonly service: OddService; readonly says: { refunded: string } }

const test = base.extend<{ bounced: Bounced }>({
  bounced: opened(
    async () => {
      const says = { refunded: '20.00' }
      return { service: await startOddService({ [code]: says }), says }
    },
    ({ service }) => service.close(),
  ),
})

const panelOf = (page: Page) => page.getByRole('complementary')
const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true })

/** The till has seen 20.00 as refunded, and from now on the service says 0.00. */
async function seeLess(till: Till, { service, says }: Bounced) {
  await till.provision(service.url, ['--people'], `${token}\n${managerLine(pin)}\n`)
  const opened = await till.open([], clockAhead(0))
  await lookUp(opened.page, code)
  await refundButton(opened.page).waitFor()
  says.refunded = '0.00'
  await scanForReceipt(opened.page, code)
  await opened.page.getByText('It says that less was refunded than it said before.').waitFor()
  return opened
}

async function fillIn(page: Page, dialogName: RegExp, texts: Readonly<Record<string, string>>) {
  const dialog = page.getByRole('dialog', { name: dialogName })
  for (const [name, text] of Object.entries(texts)) await dialog.getByRole('textbox', { name }).fill(text)
  await dialog.getByLabel('PIN').fill(pin)
  return dialog
}

test('nothing is refunded while the service says less than before, and the screen says how that ends', async ({
  till,
  bounced,
}) => {
  const { page } = await seeLess(till, bounced)
  const panel = panelOf(page)
  await expect(panel).toContainText('No refund now: the service contradicts itself')
  await expect(panel.getByRole('row', { name: 'Refunded so far HK$20.00 HK$0.00' })).toBeVisible()
  await expect(panel).toContainText(/The service is asked again in \d+ s\./)
  await expect(panel).toContainText('After 10 minutes a supervisor can accept the lower amount.')
  await expect(refundButton(page)).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(refundForm(page)).toHaveCount(0)
  bounced.says.refunded = '20.00'
  // A scan is told from a key pressed by hand by the pause before it.
  await page.waitForTimeout(400)
  await scanForReceipt(page, code)
  await expect(refundButton(page)).toBeVisible()
  await expect(panel).not.toContainText('contradicts itself')
})

test('after ten minutes a supervisor accepts the lower amount; when the old one comes back it is locked until released', async ({
  till,
  bounced,
}) => {
  const { app, page } = await seeLess(till, bounced)
  const panel = panelOf(page)
  await letPass(app, 11)
  await scanForReceipt(page, code)
  await panel.getByRole('button', { name: 'Accept the lower amount' }).click()
  const why = { 'Reason, and what the portal shows': 'The bank sent it back' }
  const accept = await fillIn(page, /^Accept that only HK\$0\.00 was refunded\?$/, why)
  await accept.getByRole('button', { name: 'Accept the lower amount' }).click()
  await expect(page.getByText('The lower amount is accepted')).toBeVisible()
  await expect(refundButton(page)).toBeVisible()

  bounced.says.refunded = '20.00'
  await scanForReceipt(page, code)
  await expect(panel).toContainText(/The service shows HK\$20\.00 as refunded again, since/)
  await expect(refundButton(page)).toHaveCount(0)
  await page.getByRole('link', { name: /^Activity/ }).click()
  await expect(page.getByRole('list', { name: 'For a supervisor' })).toContainText(
    'A payment is locked: the service shows a refunded amount again',
  )
  await scanForReceipt(page, code)
  await panel.getByRole('button', { name: 'A supervisor has checked it' }).click()
  const saw = { 'What the portal shows': 'Portal: one refund', Reason: 'It was ours' }
  const release = await fillIn(page, /^Open this payment for refunds\?$/, saw)
  await release.getByRole('button', { name: 'Open it' }).click()
  await expect(page.getByText('The payment is open for refunds again')).toBeVisible()
  await expect(refundButton(page)).toBeVisible()
})
