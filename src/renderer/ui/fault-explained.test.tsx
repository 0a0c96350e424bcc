import { expect, it, vi } from 'vitest'
import { RulesPart } from '../refund/rules-part'
import type { Needs } from '../store/store'
import { draw, wordsIn } from '../store/testing/draw'
import { FaultExplained } from './text'

it('what counts down is not read aloud each second, and what does not is', () => {
  vi.useFakeTimers()
  const throttled = draw(<FaultExplained fault={{ kind: 'pin_throttled', waitSeconds: 19 }} />)
  const weak = draw(<FaultExplained fault={{ kind: 'pin_weak' }} />)
  vi.useRealTimers()
  expect(wordsIn(throttled)).toContain('Wait 19 s')
  expect(throttled).toContain('aria-live="off"')
  expect(weak).not.toContain('aria-live')
})

it('a wait that is left and come back to goes on, and another refusal starts its own', () => {
  vi.useFakeTimers()
  const refusedBy = (waitSeconds: number) => ({ kind: 'pin_throttled', waitSeconds }) as const
  const said = (refused: Needs['refused']) => {
    const fault = { kind: 'second_person_needed', by: ['amount'], marker: '' } as const
    const needs = { fault, yes: { person: 'p-sam', pin: '', badge: null }, refused }
    return wordsIn(draw(<RulesPart needs={needs} />)).match(/Wait \d+ s/)?.[0]
  }
  const [first, second] = [refusedBy(50), refusedBy(50)]
  const before = said(first)
  vi.advanceTimersByTime(20_000)
  const after = [said(first), said(second)]
  vi.useRealTimers()
  expect([before, ...after]).toEqual(['Wait 50 s', 'Wait 30 s', 'Wait 50 s'])
})
