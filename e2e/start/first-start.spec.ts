import type { Page } from '@playwright/test'
import { lookUp, pressByHand, receipt, untilCounter } from '../fixtures/counter'
import { expect, type Opened, type Till, test, token } from '../fixtures/till'

const example = '483920174462'
const pin = '904172'

const stepNow = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]')

/** Types as a hand does, into whatever has the focus. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 90 })
}

async function connectByKeys(till: Till): Promise<Opened> {
  const service = await till.startService()
  const opened = await till.open()
  const { page } = opened
  await page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  await expect(stepNow(page)).toHaveText(/Connect/)
  await page.getByRole('textbox', { name: 'Address' }).focus()
  await type(page, service.url)
  await page.keyboard.press('Tab')
  await type(page, token)
  await pressByHand(page, 'Enter')
  return opened
}

/** The system's printer answers as the test says; what it would be given is noted. */
async function answerAsPrinter({ app }: Opened, printed: boolean, why: string): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, answer) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window === undefined) return
      window.webContents.print = async (_options, done) => {
        const laidOut = 'document.querySelector("#paper").innerText'
        const words: unknown = await window.webContents.executeJavaScript(laidOut)
        Object.assign(globalThis, { laidOut: words })
        done?.(answer.printed, answer.why)
      }
    },
    { printed, why },
  )
}

const offered = (page: Page) => page.getByRole('region', { name: 'Finish setting up' }).getByRole('button')

test('a new till is set up by keys alone, and what is left for later is offered in Settings until it is done', async ({
  till,
}) => {
  const { page, app } = await connectByKeys(till)
  await expect(stepNow(page)).toHaveText(/Till name/)
  await expect(page.getByRole('textbox', { name: 'Till name' })).toBeFocused()
  await type(page, 'Harbour Road')
  await pressByHand(page, 'Enter')
  await expect(stepNow(page)).toHaveText(/Manager/)
  await expect(page.getByRole('banner')).toContainText('Harbour Road')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  for (const text of ['Ms Chan', pin, pin]) {
    await type(page, text)
    await page.keyboard.press('Tab')
  }
  await page.getByLabel('Repeat the PIN').focus()
  await pressByHand(page, 'Enter')
  await expect(stepNow(page)).toHaveText(/Test print/)
  await page.getByRole('button', { name: 'Later', exact: true }).focus()
  await pressByHand(page, 'Enter')
  await lookUp(page, example)
  await expect(receipt(page)).toContainText('HK$120.50')
  await app.close()

  const again = await till.open()
  await untilCounter(again.page)
  await expect(stepNow(again.page)).toHaveCount(0)
  await again.page.getByRole('link', { name: 'Settings' }).click()
  await expect(again.page.getByRole('region', { name: 'People' })).toContainText('Ms Chan')
  await expect(offered(again.page)).toHaveText(['Test print'])
  await offered(again.page).click()
  await answerAsPrinter(again, true, '')
  await again.page.getByRole('button', { name: 'Print a test slip' }).click()
  await expect(again.page.getByRole('main')).toContainText('Sent to the printer')
  expect(await again.app.evaluate(() => Reflect.get(globalThis, 'laidOut'))).toMatch(
    /TEST[\s\S]*Harbour Road[\s\S]*TEST SLIP[\s\S]*Not a refund/i,
  )
  await again.page.getByRole('button', { name: 'Finish', exact: true }).click()
  await again.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await expect(offered(again.page)).toHaveCount(0)
})

test('an address where nothing answers is not connected: what was typed stays, and it can be saved anyway', async ({
  till,
}) => {
  const { page } = await till.open()
  const connect = page.getByRole('region', { name: 'Connect a payment service' })
  const address = connect.getByRole('textbox', { name: 'Address' })
  await address.fill('pay.example')
  await connect.getByLabel('Access token').fill(token)
  await connect.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(connect).toContainText('https://')
  await expect(connect.getByRole('heading', { name: 'This address can’t be used' })).toBeVisible()
  await address.fill('http://127.0.0.1:1')
  await connect.getByRole('button', { name: 'Connect', exact: true }).click()
  const anyway = connect.getByRole('button', { name: 'Save anyway' })
  await anyway.waitFor()
  await expect(connect.locator('.alert')).toBeVisible()
  await expect(connect.getByLabel('Access token')).toHaveValue(token)
  await expect(stepNow(page)).toHaveText(/Connect/)
  await expect(page.locator('.notice')).toHaveCount(0)
  await anyway.click()
  await expect(stepNow(page)).toHaveText(/Till name/)
})
