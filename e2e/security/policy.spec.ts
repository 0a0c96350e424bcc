/** The administrator's policy, and what the real program makes of it. */
import { lookUp, refundByKeys, refundPosts, untilCounter } from '../fixtures/counter'
import { writePolicy } from '../fixtures/policy'
import { expect, test, token } from '../fixtures/till'

const code = 'C7719920461'

test('a policy that is wrong keeps refunds off and says why; look-ups go on, and a right one ends it', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url)
  const wrong = writePolicy(till, { pin: 'AAAA', proxy: 'none' })
  const args = ['--provision', `--service-url=${service.url}`, '--token-stdin', wrong]
  const { code: ended, output } = await till.command(args, `${token}\n`)
  expect([ended, output]).toEqual([1, expect.stringContaining('“pin” is no key of a policy')])

  const { app, page } = await till.open([wrong])
  await lookUp(page, code)
  await expect(page.getByText('Refunds are off: this PC’s policy file isn’t valid')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  const words = /policy\.json: “pin” is no key of a policy\. Its keys are allowLoopbackService/
  await expect(page.getByText(words)).toBeVisible()
  expect(refundPosts(service)).toBe(0)
  await app.close()

  const again = await till.open([writePolicy(till, { proxy: 'none' })])
  await lookUp(again.page, code)
  await refundByKeys(again.page)
  await expect.poll(() => refundPosts(service)).toBe(1)
})

test('what a policy sets is locked in Settings and in main, and leaves the till’s own values', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url)
  const policy = writePolicy(till, { theme: 'dark', keepDays: 7 })
  const { app, page } = await till.open([policy])
  await untilCounter(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Set by this PC’s administrator')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Light', exact: true })).toBeDisabled()
  const forged = await page.evaluate<unknown>(`(async () => [
    await window.tillside.call('settings:save', { theme: 'light', cashier: 'Eve' }),
    await window.tillside.call('settings:save', { cashier: 'Ana' }),
  ])()`)
  expect(forged).toMatchObject([
    { ok: false, fault: { kind: 'set_by_policy', settings: ['theme'] } },
    { ok: true, value: { theme: 'dark', keepDays: 7, cashier: 'Ana' } },
  ])
  await app.close()

  const without = await till.open()
  await untilCounter(without.page)
  expect(await without.page.evaluate<unknown>("window.tillside.call('app:read')")).toMatchObject({
    value: { theme: 'system', keepDays: 30, cashier: 'Ana', setByPolicy: [] },
  })
})
