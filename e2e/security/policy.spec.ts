import { lookUp, refundAll, refundByKeys, refundPosts } from '../fixtures/counter'
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

test('a policy that is wrong keeps nobody from practising', async ({ till }) => {
  const { page } = await till.open(['--practice', writePolicy(till, { pin: 'AAAA' })])
  await refundAll(page, code)
})
