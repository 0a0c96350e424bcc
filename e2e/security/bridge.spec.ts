/** What the page is given, what it is answered, and what is refused. */
import type { BridgeApi } from '../../src/shared/contract'
import { openConnected, test } from '../fixtures/connected'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, token } from '../fixtures/till'

test('the page is given a way to call and a way to listen, unchangeable, and nothing else', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  const given = await page.evaluate(() => {
    const { tillside } = window as unknown as { tillside: Record<string, unknown> }
    const before = tillside.call
    try {
      tillside.call = () => null
      Object.assign(window, { tillside: {} })
    } catch {
      // Refused aloud or in silence: what counts is what is there afterwards.
    }
    const { tillside: after } = window as unknown as { tillside: Record<string, unknown> }
    return {
      kinds: Object.fromEntries(Object.entries(after).map(([name, value]) => [name, typeof value])),
      same: after.call === before,
    }
  })
  expect(given).toEqual({ kinds: { call: 'function', onEvent: 'function' }, same: true })
})

test('no answer holds the token', async ({ till }) => {
  const { page } = await openConnected(till)
  await lookUp(page, 'C7719920461')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await beginSupervisor(page)
  const answers = await page.evaluate(async (secret) => {
    const { tillside } = window as unknown as { tillside: BridgeApi }
    const page = await tillside.call('activity:page', { before: null, count: 100 })
    const marker = page.ok ? (page.value.attempts[0]?.intent.marker ?? '') : ''
    const state = await tillside.call('app:read')
    const address = state.ok ? state.value.serviceAddress : ''
    return [
      state,
      page,
      await tillside.call('activity:open', { marker }),
      await tillside.call('activity:check', { marker }),
      await tillside.call('lookup:recent'),
      await tillside.call('copies:search', { search: 1, terms: [], rows: 20 }),
      await tillside.call('outage:read'),
      await tillside.call('outage:report'),
      await tillside.call('settings:save', {}),
      await tillside.call('token:save', { address: 'http://pay.example', token: secret, anyway: true }),
      await tillside.call('token:save', { address, token: `${secret} with a space`, anyway: true }),
      await tillside.call('token:save', { address, token: secret, anyway: true }),
    ].map((answer) => JSON.stringify(answer))
  }, token)
  expect([answers.length, answers.filter((answer) => answer.includes(token))]).toEqual([12, []])
  expect(answers.slice(0, 9).filter((answer) => !answer.startsWith('{"ok":true'))).toEqual([])
})

test('a request of another shape, or on no channel, is refused in words', async ({ till }) => {
  const { page } = await openConnected(till)
  const kinds = await page.evaluate(async () => {
    // Whatever runs in the page is not bound by our types.
    type Call = (channel: unknown, input: unknown) => Promise<{ ok: boolean; fault?: { kind: string } }>
    const { tillside } = window as unknown as { tillside: { call: Call } }
    const lookup = crypto.randomUUID()
    const tries: readonly [unknown, unknown][] = [
      ['lookup:find', null],
      ['lookup:find', { lookup: 1, code: 'x', match: 'automatic', typed: false }],
      ['lookup:find', { lookup, code: 5, match: 'automatic', typed: false }],
      ['lookup:find', { lookup, code: 'x', match: 'automatic', typed: false, url: 'http://127.0.0.1/' }],
      [
        'refund:issue',
        {
          lookup,
          id: '1',
          amount: { hundredths: -5, currency: 'HKD' },
          reason: { code: 'damaged', text: '' },
          confirmed: true,
        },
      ],
      ['settings:save', { deviceId: 'other' }],
      ['lookup:related', { lookup, related: 'shop' }],
      ['lookup:related', { lookup, related: 'store', code: 'x' }],
      ['settings:save', { storeId: 'x'.repeat(65) }],
      ['settings:save', { related: ['store', 'shop'] }],
      ['clipboard:copy', { text: 'x'.repeat(65_536) }],
      ['lookup:everything', {}],
      ['toString', {}],
      [['app:read'], {}],
      [null, {}],
    ]
    const answers = await Promise.all(tries.map(([channel, input]) => tillside.call(channel, input)))
    return answers.map((answer) => (answer.ok ? 'accepted' : answer.fault?.kind))
  })
  expect(kinds).toEqual(Array(15).fill('request_malformed'))
})
