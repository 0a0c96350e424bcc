/** What the page is given, what it is answered, and what is refused. */
import { type BridgeApi, listeners, operations } from '../../src/shared/operations'
import { openConnected, test } from '../fixtures/connected'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, token } from '../fixtures/till'

test('the page is given the documented functions, unchangeable, and nothing else', async ({ till }) => {
  const { page } = await openConnected(till)
  const given = await page.evaluate(() => {
    const { tillside } = window as unknown as { tillside: Record<string, unknown> }
    const before = tillside.readAppState
    try {
      tillside.readAppState = () => null
      Object.assign(window, { tillside: {} })
    } catch {
      // Refused aloud or in silence: what counts is what is there afterwards.
    }
    const { tillside: after } = window as unknown as { tillside: Record<string, unknown> }
    return {
      kinds: Object.fromEntries(Object.entries(after).map(([name, value]) => [name, typeof value])),
      same: after.readAppState === before,
    }
  })
  const documented = [...Object.keys(operations), ...Object.keys(listeners)]
  const kinds = Object.fromEntries(documented.map((name) => [name, 'function']))
  expect(given).toEqual({ kinds, same: true })
})

test('no answer holds the token', async ({ till }) => {
  const { page } = await openConnected(till)
  await lookUp(page, 'C7719920461')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await beginSupervisor(page)
  const answers = await page.evaluate(async (secret) => {
    const { tillside } = window as unknown as { tillside: BridgeApi }
    const page = await tillside.pageActivity({ before: null, count: 100 })
    const marker = page.ok ? (page.value.attempts[0]?.intent.marker ?? '') : ''
    const state = await tillside.readAppState()
    const address = state.ok ? state.value.serviceAddress : ''
    return [
      state,
      page,
      await tillside.openAttempt({ marker }),
      await tillside.checkAttempt({ marker }),
      await tillside.recentTransactions(),
      await tillside.searchCopies({ search: 1, terms: [], rows: 20 }),
      await tillside.readOutage(),
      await tillside.outageReport(),
      await tillside.saveSettings({}),
      await tillside.saveToken({ address: 'http://pay.example', token: secret, anyway: true }),
      await tillside.saveToken({ address, token: `${secret} with a space`, anyway: true }),
      await tillside.saveToken({ address, token: secret, anyway: true }),
    ].map((answer) => JSON.stringify(answer))
  }, token)
  expect([answers.length, answers.filter((answer) => answer.includes(token))]).toEqual([12, []])
  expect(answers.slice(0, 9).filter((answer) => !answer.startsWith('{"ok":true'))).toEqual([])
})

test('a request of another shape is refused in words', async ({ till }) => {
  const { page } = await openConnected(till)
  const kinds = await page.evaluate(async () => {
    // Whatever runs in the page is not bound by our types.
    const { tillside } = window as unknown as {
      tillside: Record<string, (input: unknown) => Promise<{ ok: boolean; fault?: { kind: string } }>>
    }
    const lookup = crypto.randomUUID()
    const tries: readonly [string, unknown][] = [
      ['findTransaction', null],
      ['findTransaction', { lookup: 1, code: 'x', match: 'automatic' }],
      ['findTransaction', { lookup, code: 5, match: 'automatic' }],
      ['findTransaction', { lookup, code: 'x', match: 'automatic', url: 'http://127.0.0.1/' }],
      [
        'issueRefund',
        { lookup, id: '1', amount: { hundredths: -5, currency: 'HKD' }, reason: 'x', confirmed: true },
      ],
      ['saveSettings', { deviceId: 'other' }],
      ['relatedRecord', { lookup, related: 'shop' }],
      ['relatedRecord', { lookup, related: 'store', code: 'x' }],
      ['saveSettings', { storeId: 'x'.repeat(65) }],
      ['saveSettings', { related: ['store', 'shop'] }],
      ['copyText', { text: 'x'.repeat(65_536) }],
    ]
    const answers = await Promise.all(tries.map(([name, input]) => tillside[name]?.(input)))
    return answers.map((answer) => (answer?.ok === false ? answer.fault?.kind : 'accepted'))
  })
  expect(kinds).toEqual(Array(11).fill('request_malformed'))
})
