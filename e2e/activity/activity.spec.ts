import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { forgedSigned, forgedUnsigned } from '../../src/main/journal/export/testing/forge-export'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { showProof } from '../fixtures/supervisor'
import { expect, type Opened, type Till, test, token } from '../fixtures/till'

const example = '483920174462'

async function refundedAndLost(till: Till): Promise<Opened> {
  const service = await till.startService()
  await till.provision(service.url)
  const program = await till.open()
  const { page } = program
  await lookUp(page, example)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await lookUp(page, 'PRACTICE-500-BEFORE')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  return program
}

test('an export of the journal can be checked, and one changed digit is found', async ({ till }) => {
  const { page, app } = await refundedAndLost(till)
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
  const sound = await till.command([`--verify-journal=${json}`])
  expect([sound.code, sound.output.trim()]).toEqual([
    0,
    expect.stringMatching(/^Whole: \d+ lines, each as this till wrote it\.\nLines 1 to \d+\./),
  ])
  // Its public key stands in Settings under About, to be compared by whoever gets the file.
  const key = /"signedBy": "([^"]+)"/.exec(readOrNothing(json))?.[1] ?? 'none'
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(key)).toBeVisible()
  const withKey = [`--verify-journal=${json}`, `--public-key=${key}`]
  const elsewhere = await till.command(withKey)
  expect([elsewhere.code, elsewhere.output]).toEqual([
    0,
    expect.stringMatching(/^Whole: \d+ lines, signed by this till’s key\./),
  ])
  const made = readOrNothing(json)
  for (const forge of [forgedUnsigned, forgedSigned]) {
    writeFileSync(json, forge(made))
    const forged = [await till.command(withKey), await till.command([`--verify-journal=${json}`])]
    expect(forged.map(({ code }) => code)).toEqual([1, 1])
  }
  writeFileSync(json, made)
  writeFileSync(json, readOrNothing(json).replace('12050', '12060'))
  const broken = await till.command([`--verify-journal=${json}`])
  expect([broken.code, broken.output]).toEqual([1, expect.stringContaining('Not whole at line')])
})
