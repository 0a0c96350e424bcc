import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FakeField, Typist } from './testing/typist'

describe('Ctrl+Enter', () => {
  const focuses = fc.constantFrom<() => FakeField | 'button'>(
    () => 'button',
    () => ({ kind: 'plain', text: '', caret: 0 }),
    () => ({ kind: 'scan', text: '', caret: 0 }),
  )
  const codes = fc.string({
    unit: fc.constantFrom(...'0123456789.R -'),
    minLength: 1,
    maxLength: 20,
    size: 'max',
  })

  function typeThenConfirm(focus: FakeField | 'button', code: string, pace: number, gap: number): Typist {
    const typist = new Typist()
    typist.focus = focus
    typist.scan(code, pace, null)
    typist.wait(gap - pace)
    typist.press('Control', { ctrl: true })
    typist.press('Enter', { ctrl: true })
    return typist
  }

  it('within 150 ms of another key confirms nothing and reaches nothing, wherever the focus is', () => {
    fc.assert(
      fc.property(focuses, codes, fc.integer({ min: 1, max: 150 }), (focus, code, pace) => {
        const typist = typeThenConfirm(focus(), code, pace, pace)
        typist.rest()
        const reached = typist.reachedPage.filter((key) => key === 'Enter')
        expect([typist.chords, reached, typist.hastyConfirms]).toEqual([[], [], 1])
      }),
    )
  })

  it('later than that confirms, whatever was typed before and wherever the focus is', () => {
    const gaps = fc.integer({ min: 151, max: 900 })
    fc.assert(
      fc.property(focuses, codes, fc.integer({ min: 1, max: 150 }), gaps, (focus, code, pace, gap) => {
        const typist = typeThenConfirm(focus(), code, pace, gap)
        expect([typist.chords, typist.hastyConfirms]).toEqual([['confirm'], 0])
      }),
    )
  })

  it.each(['Enter', 'Tab', 'Backspace', 'ArrowDown', 'Escape'])('right after %s confirms nothing', (key) => {
    const typist = new Typist()
    typist.press(key)
    typist.wait(30)
    typist.press('Enter', { ctrl: true })
    expect([typist.chords, typist.hastyConfirms]).toEqual([[], 1])
  })

  it('at the end of a code shows the tester of scanners what came', () => {
    const typist = typeThenConfirm('button', '483920174462', 5, 5)
    expect(typist.reports).toMatchObject([{ text: '483920174462', ending: 'none', verdict: 'no_ending' }])
  })

  it('twice at once, as a scanner may send it, confirms nothing', () => {
    const typist = typeThenConfirm('button', '483920174462', 5, 5)
    typist.wait(5)
    typist.press('Enter', { ctrl: true })
    expect([typist.chords, typist.hastyConfirms]).toEqual([[], 2])
  })
})
