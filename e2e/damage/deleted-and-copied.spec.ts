/**
 * A till whose refund is in doubt, after somebody with a file manager, a credential manager or an editor was at it
 * (docs/security.md, "What deleting, copying back and editing do"). What the till did before is done in the test's own
 * process; every combination is tried in proof/tampering.
 */
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openTill } from '../../proof/tampering/opened-till'
import { part, refundPart } from '../../proof/tampering/scene'
import { passOn } from '../../proof/wire/cutting-proxy'
import { breaks } from '../../proof/wire/spoiled-answers'
import { filesIn } from '../../src/main/journal/testing/journal-place'
import { makeFakeClock } from '../../src/main/system/testing/fake-clock'
import { makeOsKeychain } from '../../src/main/vault/keychain'
import { lookUp, untilCounter } from '../fixtures/counter'
import { journalFiles, spoilLastRefund } from '../fixtures/journal-files'
import { forgetEntries } from '../fixtures/keyring'
import { expect, type Till } from '../fixtures/till'
import { code, type Line, test } from '../kill/line-to-service'

type Files = ReadonlyMap<string, Buffer>

const groundOf = (till: Till) => ({
  folder: till.profile,
  name: till.profile,
  keychain: makeOsKeychain({ service: 'Tillside' }),
  clock: makeFakeClock(Date.now()),
})

/** The refund of a part, applied by the service, whose answer is lost. Answers what lay in the profile before it. */
async function loseAnswer(line: Line, till: Till): Promise<Files> {
  const before = await openTill(groundOf(till))
  await before.refunds.settled()
  const files = filesIn(till.profile)
  line.proxy.setPlans({ refund: breaks('after', 'reset') })
  expect([await refundPart(before, code), part]).toEqual(['unconfirmed', 5000])
  line.proxy.setPlans({ refund: passOn })
  await before.close()
  return files
}

async function expectOff(page: Page, reason: string): Promise<void> {
  await untilCounter(page)
  await lookUp(page, code)
  await expect(page.getByRole('complementary')).toContainText(`Refunds are off: ${reason}`)
}

/** Nobody can refund it: not by the screen, and the service has the one refund. */
async function expectOneRefund(page: Page, line: Line): Promise<void> {
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
}

test('the record deleted with its head in the keychain: it is gone, and refunds stay off', async ({
  line,
  till,
}) => {
  await loseAnswer(line, till)
  for (const file of journalFiles(till.profile)) rmSync(file)
  expect(await forgetEntries(till.profile, / head$/)).toBe(1)
  const { page } = await line.open()
  await expectOff(page, 'the refund record is gone')
  await expectOneRefund(page, line)
})

test('a line edited in the record: it is damaged, and refunds stay off', async ({ line, till }) => {
  await loseAnswer(line, till)
  spoilLastRefund(till.profile)
  const { page } = await line.open()
  await expectOff(page, 'the refund record is damaged')
  await expectOneRefund(page, line)
})
