/** Every screen in a language that is two fifths longer, also from right to left: all of it is said by the catalogues, and fits. */
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { cutOff, pageScrolls } from '../fixtures/controls'
import {
  confirmByKeys,
  lookUp,
  outcome,
  receipt,
  refundForm,
  scan,
  scanField,
  sendingPanel,
  untilCounter,
} from '../fixtures/counter'
import { saidOutside } from '../fixtures/said-outside'
import { spills } from '../fixtures/spills'
import { builtFiles } from './played/engines'
import { expect, type Till, test } from './played/page'
import { pseudoLanguage, pseudoLanguageIn } from './played/pseudo-language'

const example = 'C7719920461'
let files = ''

test.beforeAll(() => {
  files = pseudoLanguageIn(builtFiles)
})
test.afterAll(() => rmSync(files, { recursive: true, force: true }))

const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()

/** Refunds what is on the screen. */
async function refund(page: Page): Promise<void> {
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await confirmByKeys(page)
}

async function refundOf(page: Page, code: string): Promise<void> {
  await lookUp(page, code)
  await refund(page)
  await outcome(page).waitFor()
}

async function toDialog(page: Page, name: string): Promise<void> {
  await press(page, name)
  await page.getByRole('dialog').waitFor()
}

async function toActivity(till: Till, page: Page): Promise<void> {
  till.main.addAttempt(example, { state: 'unconfirmed' }, 1000)
  till.main.addAttempt('483920174462')
  await place(page, 'Activity')
  await page.getByRole('list', { name: 'Refunds' }).waitFor()
}

const screens: Readonly<Record<string, (page: Page, till: Till) => Promise<void>>> = {
  counter: untilCounter,
  receipt: (page) => lookUp(page, example),
  'the receipt’s details': async (page) => {
    await lookUp(page, example)
    await press(page, 'More')
    await page.getByRole('region', { name: 'Store' }).first().waitFor()
  },
  'part refund': async (page) => {
    await lookUp(page, example)
    await page.keyboard.press('r')
    await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('20.25')
    await refundForm(page).getByRole('radio', { name: 'Other' }).click()
  },
  sending: async (page, { main }) => {
    main.hold('refund:issue')
    await lookUp(page, example)
    await refund(page)
    await sendingPanel(page).waitFor()
  },
  refunded: (page) => refundOf(page, example),
  'not refunded': async (page, { main }) => {
    main.ends.set(example, 'refused')
    await refundOf(page, example)
  },
  unconfirmed: async (page, { main }) => {
    main.ends.set(example, 'unconfirmed')
    await refundOf(page, example)
  },
  'probably refunded': async (page, { main }) => {
    main.ends.set(example, 'refunded_probably')
    await refundOf(page, example)
  },
  'not sent': async (page, { main }) => {
    await lookUp(page, example)
    main.service.reached = false
    await refund(page)
    await outcome(page).waitFor()
  },
  'a locked receipt': async (page, { main }) => {
    main.addAttempt(example, { state: 'unconfirmed' }, 1000)
    await lookUp(page, example)
  },
  'a receipt whose refunds went back': async (page, { main }) => {
    const { id } = main.service.find(example)?.record ?? { id: '' }
    main.stale.set(id, {
      was: 2025,
      now: 0,
      since: new Date().toISOString(),
      nextCheckAt: null,
      accept: 'minutes',
      missing: ['R-7K3QX9A2MD'],
    })
    await lookUp(page, example)
  },
  'no receipt while offline': async (page, { main }) => {
    main.service.reached = false
    await scan(page, 'NEVER-SEEN-HERE')
    await page.getByRole('region', { name: 'No receipt' }).waitFor()
  },
  activity: (page, till) => toActivity(till, page),
  'a refund in Activity': async (page, till) => {
    await toActivity(till, page)
    await press(page, 'Unconfirmed')
    await page.getByRole('button', { name: 'Record outcome' }).waitFor()
  },
  'recording an outcome': async (page, till) => {
    await toActivity(till, page)
    await press(page, 'Unconfirmed')
    await toDialog(page, 'Record outcome')
  },
  search: async (page) => {
    await lookUp(page, example)
    await place(page, 'Search')
    await page.getByRole('searchbox', { name: 'Search saved receipts' }).fill('c77')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  },
  settings: (page) => place(page, 'Settings'),
  'a supervisor’s PIN': async (page) => {
    await place(page, 'Settings')
    await toDialog(page, 'Remove access token')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access token' }).click()
    await page.getByRole('dialog', { name: 'Supervisor' }).waitFor()
  },
  'the scanner’s test': async (page) => {
    await place(page, 'Settings')
    await toDialog(page, 'Test the scanner')
  },
  'the keys': async (page) => {
    await lookUp(page, example)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
}

/** 853×533 is the first with everything half as large again. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 853, height: 533 },
]

/** Codes, names, amounts and times, as the payments of practice have them, and what this till is called. */
const data = [
  String.raw`[\s\d\p{P}\p{S}]*`,
  String.raw`[\s(]*(?:HK\$|CN¥|JP¥|US\$)[\d.,]+[\s),.]*`,
  'R-[0-9A-Z]{10}',
  '[0-9a-f-]{36}',
  '[A-Z]{1,2}[0-9]{6,}|NEVER-SEEN-HERE',
  String.raw`Tillside|device-1|HKD|linux|/tmp.*|(?:https://)?pay.example|(?:\d\d:\d\d · )?Damaged item`,
  '.*Harbour Road|EFTPOS.*|Mei|Lau|paid|false|Name|Last name|First name|ID|Currency|Address',
]

async function misfits(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const where = `${dir} ${size.width}`
      if (size.width > 1000 && (await page.evaluate(pageScrolls))) found.push(`${where}: the page scrolls`)
      found.push(...(await page.evaluate(cutOff)).map((control) => `${where}: cut off: ${control}`))
      found.push(...(await page.evaluate(spills)).map((text) => `${where}: spills: ${text}`))
    }
  }
  return found
}

for (const [name, go] of Object.entries(screens)) {
  test(`${name} is said by the catalogues alone, and fits`, async ({ till }) => {
    const page = await till.open({ language: pseudoLanguage, files })
    await untilCounter(page)
    await go(page, till)
    expect([await page.evaluate(saidOutside, data), await misfits(page)]).toEqual([[], []])
  })
}

test('these measures see a word outside the catalogues, and one that is cut', async ({ till }) => {
  const page = await till.open({ language: pseudoLanguage, files })
  await scanField(page).waitFor()
  await page.evaluate(() => {
    const button = Object.assign(document.createElement('button'), { textContent: 'Plain words' })
    Object.assign(button.style, { position: 'fixed', top: '0', left: '0', width: '3000px' })
    document.body.append(button)
  })
  const cut = (await misfits(page)).filter((found) => found.includes('cut off: Plain words'))
  expect([await page.evaluate(saidOutside, data), cut.length]).toEqual([['Plain words'], 6])
  await expect(receipt(page)).toHaveCount(0)
})
