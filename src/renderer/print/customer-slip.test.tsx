import { describe, expect, it } from 'vitest'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import { draw, linesIn, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { CustomerSlip } from './paper'

const slipOf = (state: AttemptState, gateway?: string) =>
  draw(
    <CustomerSlip
      content={{
        subject: 'outcome',
        attempt: anAttempt({ state, createdAt: Date.UTC(2026, 10, 20, 10, 28) }),
        storeId: '',
        ...(gateway === undefined ? {} : { gateway }),
      }}
    />,
  )

describe('what the customer takes home', () => {
  it.each<[AttemptState, string]>([
    ['refunded', 'REFUND HK$120.50 Your refund is on its way.'],
    ['unconfirmed', 'REFUND BEING CHECKED HK$120.50'],
    ['refunded_probably', 'REFUND BEING CHECKED HK$120.50'],
    ['refusal_seen', 'REFUND BEING CHECKED HK$120.50'],
    ['refused', 'NOT REFUNDED HK$120.50'],
    ['not_refunded', 'NOT REFUNDED HK$120.50'],
    ['not_sent', 'NOT REFUNDED HK$120.50'],
  ])('after %s is headed by the store and says %j', (state, words) => {
    expect(wordsIn(slipOf(state)).startsWith(`Harbour Road ${words}`)).toBe(true)
  })

  it('says where the money goes, when with the zone, the refund no. and who served', () => {
    const lines = linesIn(slipOf('refunded', 'EFTPOS'))
    expect(lines.slice(0, 5)).toEqual([
      ['Back to', 'EFTPOS'],
      ['Date', expect.stringMatching(/^20 Nov 2026, \d\d:28 \S+$/)],
      ['Refund no.', 'R-7K3QX9A2MD'],
      ['Payment', expect.any(String)],
      ['Served by', 'May'],
    ])
  })

  it('names no way back where none is known, or none is taken', () => {
    expect(linesIn(slipOf('refunded'))[0]).toEqual(['Back to', 'The way you paid'])
    expect(linesIn(slipOf('refused', '11_1'))[0]?.[0]).toBe('Date')
  })

  it('tells nobody of the staff what to do', () => {
    for (const state of ['unconfirmed', 'refunded_probably', 'refused'] as const) {
      expect(wordsIn(slipOf(state))).not.toMatch(/cash|supervisor|any till|reason/i)
    }
  })

  it.each([
    [0, []],
    [1, ['COPY 2']],
    [2, ['COPY 3']],
  ])('after %d slips that left the till says %j', (slips, words) => {
    const content = {
      subject: 'outcome',
      attempt: anAttempt({ state: 'refunded', slips }),
      storeId: '',
    } as const
    expect(wordsIn(draw(<CustomerSlip content={content} />)).match(/COPY \d+/g) ?? []).toEqual(words)
  })

  it('says PRACTICE across the whole slip in practice, and only there', () => {
    const attempt = anAttempt({ state: 'refunded' })
    const content = { subject: 'outcome', attempt, storeId: '' } as const
    const drawn = (mode: 'practice' | 'service') => draw(<CustomerSlip content={content} />, { mode })
    expect(drawn('practice').match(/<span>PRACTICE</g)?.length).toBeGreaterThan(3)
    expect(drawn('service')).not.toContain('PRACTICE')
  })
})
