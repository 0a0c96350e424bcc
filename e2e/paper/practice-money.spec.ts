import type { BridgeApi } from '../../src/shared/contract/contract'
import { lookUp, outcomeHeading, refundByKeys, scan } from '../fixtures/counter'
import { expect, type Opened, type Till, test } from '../fixtures/till'

const bandOf = ({ page }: Opened) => page.getByRole('complementary', { name: 'Practice' })

test('a service that says it is practice gets a band and marks, and no refund is any freer for it', async ({
  till,
}: {
  till: Till
}) => {
  const service = await till.startService({ switches: { practiceHeader: 'sent' } })
  await till.provision(service.url)
  const opened = await till.open()
  await lookUp(opened.page, 'PRACTICE-500-BEFORE')
  await refundByKeys(opened.page)
  await expect(outcomeHeading(opened.page)).toHaveText('Unconfirmed')
  await expect(bandOf(opened)).toBeVisible()
  await scan(opened.page, 'PRACTICE-500-BEFORE')
  await expect(opened.page.getByText('No refund now')).toBeVisible()
  // It is the till's own profile still, with the keychain's token and what takes a supervisor.
  const refused = await opened.page.evaluate(async () => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    const state = await tillside.call('app:read')
    const answer = await tillside.call('token:forget')
    return [state.ok && state.value.mode, answer.ok ? 'done' : answer.fault.kind]
  })
  expect(refused).toEqual(['service', 'act_needs_role'])
})
