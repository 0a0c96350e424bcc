import { expect, it, vi } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { FaultExplained, faultAfter } from './text'

it('a wait that was told counts down, and ends at 0', () => {
  const told = { kind: 'pin_throttled', waitSeconds: 30 } as const
  const left = [0, 11, 30, 90].map((seconds) => faultAfter(told, seconds))
  expect(left).toEqual([30, 19, 0, 0].map((waitSeconds) => ({ ...told, waitSeconds })))
  expect(faultAfter({ kind: 'pin_weak' }, 5)).toEqual({ kind: 'pin_weak' })
})

it('what counts down is not read aloud each second, and what does not is', () => {
  vi.useFakeTimers()
  const throttled = draw(<FaultExplained fault={{ kind: 'pin_throttled', waitSeconds: 19 }} />)
  const weak = draw(<FaultExplained fault={{ kind: 'pin_weak' }} />)
  vi.useRealTimers()
  expect(wordsIn(throttled)).toContain('Wait 19 s')
  expect(throttled).toContain('aria-live="off"')
  expect(weak).not.toContain('aria-live')
})
