/** Lists that once froze the till for half a minute, in the real program's watched folder. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import { choose, makeFolder, openOutage, outageSection } from '../fixtures/outage'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, test } from '../fixtures/till'

const bytes = 10 * 1024 * 1024
const full = (piece: string) => piece.repeat(bytes / piece.length)
const hostile = {
  'letters.csv': [full('a\n'), 'It has more than 200,000 rows.'],
  'commas.csv': [full(',\n'), 'It has more than 200,000 rows.'],
  'comment.csv': [full('#'), 'That line has more than 4,096 characters.'],
  'spaces.txt': [full(' '), 'That line has more than 4,096 characters.'],
} as const

/** Begins to watch how long the main process gives nobody a turn. */
async function watchMain(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => {
    let last = performance.now()
    const told = { longest: 0 }
    setInterval(() => {
      const now = performance.now()
      told.longest = Math.max(told.longest, now - last)
      last = now
    }, 10)
    Object.assign(globalThis, { told })
  })
}

const longestPause = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'told'), 'longest')))

async function expectRefused(page: Page): Promise<void> {
  for (const name of [...Object.keys(hostile), 'link.csv']) {
    await expect(outageSection(page)).toContainText(`“${name}” wasn’t loaded`, { timeout: 60_000 })
  }
  for (const [, words] of Object.values(hostile)) await expect(outageSection(page)).toContainText(words)
  await expect(outageSection(page)).toContainText('It’s a link or a device')
}

test('hostile lists are refused in words, hold nobody up, and are not read again at the next start', async ({
  till,
}) => {
  test.setTimeout(240_000)
  const { app, page } = await openConnected(till)
  const folder = makeFolder(till)
  const secret = path.join(folder, 'secret')
  writeFileSync(secret, 'SECRET-OF-THE-ACCOUNT')
  for (const [name, [text]] of Object.entries(hostile)) writeFileSync(path.join(folder, name), text)
  symlinkSync(secret, path.join(folder, 'link.csv'))
  const section = await openOutage(page)
  await choose(app, folder)
  await beginSupervisor(page)
  await watchMain(app)
  await section.getByRole('button', { name: 'Watch a folder…' }).click()
  await expectRefused(page)
  // It was 25 seconds once. What a busy machine adds is no more than this; npm run bench has the figure.
  expect(await longestPause(app)).toBeLessThan(2500)
  await app.close()

  const again = await till.open()
  await openOutage(again.page)
  await expectRefused(again.page)
  // Nothing in the folder has changed, and nothing of it lies in the profile.
  expect(readFileSync(secret, 'utf8')).toBe('SECRET-OF-THE-ACCOUNT')
})
