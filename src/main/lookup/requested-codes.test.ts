import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeFakeClock } from '../system/testing/fake-clock'
import { codeHandedOver, codeOfLink, makeRequestedCodes, usableCode } from './requested-codes'

describe('a link', () => {
  it.each([
    ['tillside://lookup?code=483920174462', '483920174462'],
    ['tillside://lookup/?code=483920174462', '483920174462'],
    ['TILLSIDE://lookup?code=ORDER%2D4711', 'ORDER-4711'],
    ['tillside://lookup?code=R-7K3QX9A2MD', 'R-7K3QX9A2MD'],
    ['tillside://lookup?code=%1D483920174462%0D', '483920174462'],
  ])('%s looks a code up', (link, code) => {
    expect(codeOfLink(link)).toBe(code)
  })

  it.each([
    'tillside://refund?code=483920174462',
    'tillside://lookup',
    'tillside://lookup?code=',
    'tillside://lookup?code=%20',
    'tillside://lookup?amount=5&code=1',
    'tillside://lookup?code=1&code=2',
    'tillside://lookup?code=1#refund',
    'tillside://lookup/refund?code=1',
    'tillside://me:too@lookup?code=1',
    'tillside://lookup:99?code=1',
    'tillside:lookup?code=1',
    `tillside://lookup?code=${'1'.repeat(65)}`,
    'https://lookup?code=1',
    'lookup?code=1',
    '',
  ])('%s does nothing', (link) => {
    expect(codeOfLink(link)).toBeNull()
  })

  it('gives whatever code is in it as a scan would, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        expect(codeOfLink(`tillside://lookup?${new URLSearchParams({ code: text })}`)).toBe(usableCode(text))
      }),
    )
  })
})

it('what another start hands over is a code or nothing, whatever it is made of', () => {
  expect(codeHandedOver({ lookUp: ' 4711\r' })).toBe('4711')
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const code = codeHandedOver(data)
      expect(code === null || usableCode(code) === code).toBe(true)
    }),
  )
})

describe('requested codes', () => {
  const none = { at: 'none' }
  const code = (text: string) => ({ at: 'code', code: text })

  function setUp() {
    const clock = makeFakeClock()
    const requested = makeRequestedCodes(clock)
    const taken: unknown[] = []
    return {
      clock,
      requested,
      taken,
      follow: () => requested.waits.on(() => taken.push(requested.take(false))),
    }
  }

  it('wait for a window that does not follow yet, and are given once', () => {
    const { requested } = setUp()
    requested.ask('A')
    expect([requested.take(false), requested.take(false)]).toEqual([code('A'), none])
  })

  it('wait a minute for the sign-in at a locked till, and are dropped after it', async () => {
    const { clock, requested } = setUp()
    requested.ask('A')
    await clock.advance(60_000)
    const recent = [requested.take(true), requested.take(false)]
    requested.ask('B')
    await clock.advance(60_001)
    expect([recent, requested.take(true), requested.take(false)]).toEqual([
      [{ at: 'waits' }, code('A')],
      none,
      none,
    ])
  })

  it('are told at once, and of several that wait only the last is given', () => {
    const { requested, taken, follow } = setUp()
    for (const code of ['A', 'B']) requested.ask(code)
    follow()
    requested.ask('C')
    expect([taken, requested.take(false)]).toEqual([[code('C')], none])
  })
})
