import { readlinkSync } from 'node:fs'
import path from 'node:path'
import { receipt } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const first = 'C7719920461'

test('another program opens Tillside on a payment, in a window that opens or one that is open', async ({
  till,
}) => {
  const session = { XDG_RUNTIME_DIR: till.documents }
  const { page } = await till.open(['--practice', '--lookup', first], session)
  await expect(receipt(page)).toContainText(first)
  const asked = await till.command(['tillside://lookup?code=PRACTICE-NONE'])
  await expect(page.getByRole('region', { name: 'No receipt' })).toContainText('PRACTICE-NONE')
  await expect(page.getByText('Another program on this PC asked for this receipt')).toBeVisible()
  expect([asked.code, asked.errors]).toEqual([0, expect.stringContaining('Tillside is open already')])
  // What leads to the window that is open is where no clean-up of /tmp takes it away.
  expect(readlinkSync(path.join(till.profile, 'SingletonSocket'))).toContain(till.documents)
})
