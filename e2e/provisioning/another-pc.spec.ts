/** The procedures of docs/administration.md, "Backups, another PC, a dead disk", done as they are written there. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { lookUp, outcomeHeading, receipt, refundByKeys, refundPosts, untilCounter } from '../fixtures/counter'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { showProof } from '../fixtures/supervisor'
import { test as base, expect, token } from '../fixtures/till'

/** The option that makes a till of its own, as on another PC. */
const test = base.extend<{ otherPc: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  otherPc: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-e2e-other-'))
    await use(`--user-data-dir=${folder}`)
    rmSync(folder, { recursive: true, force: true })
  },
})

const example = '483920174462'

test('a till moves to another PC: what it refunded is proved there, and refunded by nobody again', async ({
  till,
  otherPc,
}) => {
  const service = await till.startService()
  await till.provision(service.url, ['--store-name=Harbour Road'])
  const { app, page } = await till.open()
  await lookUp(page, example)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')

  await page.getByRole('link', { name: /^Activity/ }).click()
  await expect(page.getByText('still needs an answer')).toHaveCount(0)
  const file = path.join(till.documents, 'refunds.json')
  await saveTo(app, file)
  await page.getByRole('button', { name: 'Audit file (JSON)' }).click()
  await showProof(page, 'token', token)
  await expect.poll(() => readOrNothing(file)).toContain('signedBy')
  const key = /"signedBy": "([^"]+)"/.exec(readOrNothing(file))?.[1] ?? 'none'
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Remove access token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access token' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await app.close()

  const { code } = await till.command(
    ['--provision', `--service-url=${service.url}`, '--token-stdin', '--store-name=Harbour Road', otherPc],
    `${token}\n`,
  )
  expect(code).toBe(0)
  const other = await till.open([otherPc])
  await untilCounter(other.page)
  await lookUp(other.page, example)
  await expect(receipt(other.page)).toContainText('Refunded')
  expect(refundPosts(service)).toBe(1)
  const proof = await till.command([`--verify-journal=${file}`, `--public-key=${key}`, otherPc])
  expect([proof.code, proof.output]).toEqual([0, expect.stringContaining('signed by this till’s key')])
})
