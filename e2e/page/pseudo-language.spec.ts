/** Every screen in a longer language, also from right to left: all text comes from the catalogues, and fits. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { languages } from '../../src/shared/base/choices'
import { scanField } from '../fixtures/counter'
import { misfits } from '../fixtures/fit'
import { saidOutside } from '../fixtures/said-outside'
import { builtFiles } from './played/engines'
import { expect, test } from './played/page'
import { pseudoLanguage, pseudoLanguageIn } from './played/pseudo-language'
import { openScreen, screensInTurn } from './played/screens'
import { wordsIn } from './played/speaking'

let files = ''

test.beforeAll(() => {
  files = pseudoLanguageIn(builtFiles)
})
test.afterAll(() => rmSync(files, { recursive: true, force: true }))

/** 853×533 is the first at 150 %. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 853, height: 533 },
]

/** Codes, names, amounts and times of the practice payments, the service's own words, and the till's name. */
const data = [
  String.raw`[\s\d\p{P}\p{S}]*`,
  String.raw`[\s(.]*(?:HK\$|CN¥|JP¥|US\$)[\d.,]+[\s),.]*`,
  'R-[0-9A-Z]{10}',
  '[0-9a-f-]{36}',
  '[A-Z]{1,2}[0-9]{6,}|NEVER-SEEN-HERE|(?:DEMO|PRACTICE)-[A-Z0-9-]+',
  'Tillside|device-1|HKD|linux|/tmp.*|(?:https://)?pay.example',
  'Not enough unsettled funds',
  // A listed person, and the separator between role and credentials.
  String.raw`Sam[\s·]*`,
  '.*Harbour Road|EFTPOS.*|Mei|Lau|Ann[ ·]*|paid|false|Name|Last name|First name|ID|Currency|Address',
]

async function misfitsBothWays(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir)
    found.push(...(await misfits(page, sizes)).map((what) => `${dir} ${what}`))
  }
  return found
}

for (const [, name, screen] of screensInTurn()) {
  test(`${name} is said by the catalogues alone, and fits`, async ({ till }) => {
    const page = await openScreen(till, screen, { language: pseudoLanguage, files })
    expect([await page.evaluate(saidOutside, data), await misfitsBothWays(page)]).toEqual([[], []])
  })
}

test('a word outside the catalogues is seen', async ({ till }) => {
  const page = await till.open({ language: pseudoLanguage, files })
  await scanField(page).waitFor()
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('button'), { textContent: 'Plain words' }))
  })
  expect(await page.evaluate(saidOutside, data)).toEqual(['Plain words'])
})

test('main’s bundle has its own sentences of each language, and none of the window’s', () => {
  const main = path.join(builtFiles, '..', 'main')
  const bundle = readdirSync(main, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(main, name), 'utf8'))
    .join('\n')
  const has = (language: (typeof languages)[number]) => {
    const { reasons, faults } = wordsIn(language)
    return [reasons.damaged, faults.stale_answer.title].map((said) => bundle.includes(said))
  }
  expect(languages.map(has)).toEqual(languages.map(() => [true, false]))
})
