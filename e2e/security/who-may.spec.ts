/** Who may do what at the counter: the table of permissions through the real bridge, and the dialog that asks. */
import type { Page } from '@playwright/test'
import { type BridgeApi, type Channel, contract } from '../../src/shared/contract/contract'
import { openConnected } from '../fixtures/connected'
import { expect, test } from '../fixtures/till'

const pin = '739164'

/** An input of each channel that takes a supervisor, with which it would do something. */
const inputs = {
  'copies:forget': {},
  'lookup:private': { lookup: '3f1c8a52-7d1e-4b7a-9c55-0d6a6f1e2b3c' },
  'activity:export': { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z', format: 'csv' },
  'token:save': { address: 'http://127.0.0.1:9', token: 'another-token', anyway: true },
  'token:forget': {},
  'people:save': { id: '', name: 'Thief', role: 'manager', pin },
  'people:remove': { id: 'nobody' },
  'practice:enter': {},
  'settings:save': { storeName: 'My own store' },
} as const satisfies Partial<Record<Channel, object>>
type Guarded = keyof typeof inputs

const takesMore: ReadonlySet<string> = new Set(['supervisor', 'manager', 'manager_in_person'])

async function answersOf(page: Page, channels: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    async ([all, given]) => {
      // Whatever runs in the page is not bound by our types.
      type Call = (channel: string, input: unknown) => Promise<{ ok: boolean; fault?: { kind: string } }>
      const { tillside } = window as unknown as { readonly tillside: { readonly call: Call } }
      const answers: string[] = []
      for (const channel of all) {
        const answer = await tillside.call(channel, given[channel as Guarded])
        answers.push(answer.ok ? 'done' : (answer.fault?.kind ?? 'nothing'))
      }
      return answers
    },
    [channels, inputs] as const,
  )
}

test('every channel that takes a supervisor or a manager is refused to a cashier', async ({ till }) => {
  const guarded = Object.entries(contract).filter(
    ([, { who }]) => typeof who === 'string' && takesMore.has(who),
  )
  expect(guarded.map(([channel]) => channel).filter((channel) => !(channel in inputs))).toEqual([])
  const { page, app } = await openConnected(till)
  const appState = () =>
    page.evaluate(() => (window as unknown as { tillside: BridgeApi }).tillside.call('app:read'))
  // The journal opens behind the counter's back, and what it says is no news of the cashier's doing.
  const refundsOn = async () => {
    const state = await appState()
    return state.ok && state.value.refunds.on
  }
  await expect.poll(refundsOn).toBe(true)
  const before = await appState()
  const all = Object.keys(inputs)
  expect(await answersOf(page, all)).toEqual(all.map(() => 'act_needs_role'))
  expect(await appState()).toEqual(before)
  await app.close()
})
