import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../shared/attempt/attempt'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { isUndecided } from '../../shared/refund/refund'
import { emptyDraft } from '../store/draft'
import type { CounterState } from '../store/store'
import { anAttempt, aSending, aShown, lockedBy } from '../store/testing/samples'
import { lastWords, refundUnderWay } from './drawing-boundary'

const amount = { hundredths: 12050, currency: 'HKD' }
const shown = aShown(1)
const marker = 'R-7K3QX9A2MD'

describe('a refund under way, where its panel cannot be drawn', () => {
  it.each([
    ['sent, before it has a number', aSending(), 'Sending', null],
    ['sent', { ...aSending(), attempt: anAttempt({ state: 'sending' }) }, 'Sending', marker],
    ['broken', { at: 'broken', shown, amount, detail: 'E-1' }, 'Unconfirmed', null],
    [
      'stopped by an earlier one in doubt',
      { at: 'stopped', shown, amount, draft: emptyDraft, fault: { kind: 'undecided', marker } },
      'Unconfirmed',
      null,
    ],
    [
      'a lock',
      { at: 'receipt', shown: aShown(1, { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) }) },
      'Unconfirmed',
      marker,
    ],
  ] as const)(
    'is named while it is %s: its amount, its state, its number',
    (_name, counter, word, number) => {
      const read = refundUnderWay(counter)
      expect([read?.money, read?.state.word, read?.marker]).toEqual(['HK$120.50', word, number])
      expect(read?.advice).toMatch(/Do not refund/)
    },
  )

  it.each(attemptStates)('that is %s says not to refund again as long as money may move', (state) => {
    const read = refundUnderWay({ at: 'outcome', attempt: anAttempt({ state }), shown: null, storeId: '' })
    const forbids = /do not refund/i.test(read?.advice ?? '')
    expect([read?.money, read?.marker, forbids]).toEqual([
      'HK$120.50',
      marker,
      isUndecided(state) || state === 'refunded',
    ])
  })

  it('is none where the counter is about no refund', () => {
    const counters: readonly CounterState[] = [{ at: 'scan' }, { at: 'receipt', shown }]
    expect(counters.map(refundUnderWay)).toEqual([null, null])
  })

  it('is told as one whose end is unknown when nothing of it can be read, and never throws', () => {
    // Odd states matter here, not large ones, which would take half a minute.
    const odd = fc.anything({ withBigInt: true, withNullPrototype: true, size: 'small', maxDepth: 3 })
    fc.assert(
      fc.property(odd, odd, odd, fc.constantFrom('sending', 'outcome'), (first, second, third, at) => {
        // An attempt that no type allows.
        const attempt = { ...anAttempt(), state: first, intent: second } as unknown as Attempt
        const counter = { at, attempt, amount: third, shown } as unknown as CounterState
        const read = refundUnderWay(counter)
        expect([typeof read?.state.word, typeof read?.advice]).toEqual(['string', 'string'])
        expect(typeof lastWords(counter)).toBe('string')
      }),
    )
    const nothing = { at: 'outcome', attempt: null } as unknown as CounterState
    expect(refundUnderWay(nothing)).toMatchObject({ money: null, state: { word: 'Unconfirmed' } })
    expect(lastWords(nothing)).toContain('Do not refund on any till')
  })
})
