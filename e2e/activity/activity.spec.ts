import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { showProof } from '../fixtures/supervisor'
import { expect, openConnected, test, token } from '../fixtures/till'

test('an export of the journal can be checked, and one changed digit is found', async ({ till }) => {
  const { page, app } = await openConnected(till)
  await lookUp(page, '483920174462')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await page.getByRole('link', { name: /^Activity/ }).click()
  const csv = path.join(till.documents, 'activity.csv')
  await saveTo(app, csv)
  await page.getByRole('button', { name: 'Spreadsheet (CSV)' }).click()
  await showProof(page, 'token', token)
  await expect.poll(() => readOrNothing(csv)).toContain('Damaged item')
  const json = path.join(till.documents, 'activity.json')
  await saveTo(app, json)
  await page.getByRole('button', { name: 'Audit file (JSON)' }).click()
  await expect.poll(() => readOrNothing(json)).toContain('previousHash')
  const verify = `--verify-journal=${json}`
  const sound = await till.command([verify])
  expect([sound.code, sound.output.trim()]).toEqual([
    0,
    expect.stringMatching(/^Whole: \d+ lines, each as this till wrote it\.\nLines 1 to \d+\./),
  ])
  // Its public key stands in Settings under About, to be compared by whoever gets the file.
  const key = /"signedBy": "([^"]+)"/.exec(readOrNothing(json))?.[1] ?? 'none'
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(key)).toBeVisible()
  const elsewhere = await till.command([verify, `--public-key=${key}`])
  expect([elsewhere.code, elsewhere.output]).toEqual([
    0,
    expect.stringMatching(/^Whole: \d+ lines, signed by this till’s key\./),
  ])
  writeFileSync(json, readOrNothing(json).replace('12050', '12060'))
  const broken = await till.command([verify])
  expect([broken.code, broken.output]).toEqual([1, expect.stringContaining('Not whole at line')])
})
