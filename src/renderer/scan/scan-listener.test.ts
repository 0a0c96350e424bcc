import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxKeyGapMs } from './key-press'
import { type FakeField, plainField, Typist } from './testing/typist'

describe('a person', () => {
  it('fires a shortcut with one key that nothing follows', () => {
    const typist = new Typist()
    typist.press('r')
    typist.rest()
    typist.press('1')
    typist.rest()
    expect(typist.singleKeys).toEqual(['r', '1'])
  })

  it('fires none with a key that another follows within 120 ms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), (gap) => {
        const typist = new Typist()
        typist.press('r')
        typist.wait(gap)
        typist.press('4')
        typist.rest()
        expect(typist.singleKeys).toEqual([])
      }),
    )
  })

  it('fires none in a text field', () => {
    const typist = new Typist(plainField())
    typist.press('r')
    typist.rest()
    expect([typist.singleKeys, typist.focus]).toEqual([[], { kind: 'plain', text: 'r', caret: 1 }])
  })

  it('presses a button with an Enter of its own, but never with one right after a key', () => {
    const pressed = (gap: number) => {
      const typist = new Typist()
      typist.shortcuts = new Set()
      typist.press('x')
      typist.wait(gap)
      typist.press('Enter')
      return typist.reachedPage.includes('Enter')
    }
    const gaps = Array.from({ length: 401 }, (_, gap) => gap)
    expect(gaps.filter(pressed)).toEqual(gaps.filter((gap) => gap > maxKeyGapMs))
  })

  it('looks up with Enter what was typed slowly into the scan field', () => {
    const typist = new Typist({ kind: 'scan', text: '', caret: 0 })
    typist.scan('48392', 220)
    expect([typist.typed, typist.scans]).toEqual([['48392'], []])
  })

  it('who picks a reason and confirms in one go picks the reason, and is told to confirm once more', () => {
    const typist = new Typist()
    typist.press('3')
    typist.wait(60)
    typist.press('Enter', { ctrl: true })
    const atOnce = [[...typist.singleKeys], [...typist.chords], typist.hastyConfirms]
    typist.wait(200)
    typist.press('Enter', { ctrl: true })
    typist.rest()
    expect([atOnce, typist.singleKeys, typist.chords]).toEqual([[['3'], [], 1], ['3'], ['confirm']])
  })

  it('presses with a single key what it went to, but nothing with one that a chord follows at once', () => {
    const typist = new Typist()
    typist.press(' ')
    typist.rest()
    typist.press(' ')
    typist.wait(60)
    typist.press('Enter', { ctrl: true })
    expect([typist.singleKeys, typist.pressedOn]).toEqual([
      [' ', ' '],
      ['button', null],
    ])
  })

  it('may confirm right after picking a reason with Alt and a digit', () => {
    const typist = new Typist(plainField('20'))
    typist.press('¡', { alt: true, code: 'Digit1' })
    typist.wait(20)
    typist.press('Enter', { ctrl: true })
    expect([typist.chords, typist.hastyConfirms]).toEqual([['reason_1', 'confirm'], 0])
  })

  it('does nothing more by holding a key down', () => {
    const typist = new Typist()
    typist.press('Enter', { repeat: true })
    typist.press('Enter', { ctrl: true, repeat: true })
    typist.press(' ', { repeat: true })
    expect([typist.reachedPage, typist.chords]).toEqual([[], []])
  })
})

describe('a question mark', () => {
  function pressedIn(focus: FakeField, keys: string) {
    const typist = new Typist(focus)
    typist.scan(keys, 50, null)
    typist.rest()
    return { shortcuts: typist.singleKeys, text: focus.text }
  }

  it('means something in the empty scan field too, and leaves nothing there', () => {
    expect(pressedIn({ kind: 'scan', text: '', caret: 0 }, '?')).toEqual({ shortcuts: ['?'], text: '' })
  })

  it('is text in a scan field with text in it, in any other field, and among other keys', () => {
    const all = [
      pressedIn({ kind: 'scan', text: '77', caret: 2 }, '?'),
      pressedIn(plainField(), '?'),
      pressedIn({ kind: 'scan', text: '', caret: 0 }, '?7'),
      pressedIn({ kind: 'scan', text: '', caret: 0 }, 'r'),
    ]
    expect(all).toEqual(['77?', '?', '?7', 'r'].map((text) => ({ shortcuts: [], text })))
  })
})

it('a code whose keys come while the counter takes over is one code, told to the counter alone', () => {
  const typist = new Typist()
  const told: string[] = []
  const note = (said: string) => () => void told.push(said)
  typist.scan('483920', 10, null)
  typist.turnTo({
    onScan: ({ text }) => told.push(text),
    onMaybePin: note('pin'),
    onRun: note('run'),
    onTyped: note('typed'),
    onSingleKey: () => false,
    onChord: () => false,
    onEscape: () => false,
    onHastyConfirm: note('hasty'),
  })
  typist.scan('174462', 10)
  typist.rest()
  expect({ before: typist.scans, told }).toEqual({ before: [], told: ['483920174462'] })
})

describe('Ctrl+Enter', () => {
  const focuses = fc.constantFrom<() => FakeField | 'button'>(
    () => 'button',
    () => ({ kind: 'plain', text: '', caret: 0 }),
    () => ({ kind: 'scan', text: '', caret: 0 }),
  )
  const unit = fc.constantFrom(...'0123456789.R -')
  const codes = fc.string({ unit, minLength: 1, maxLength: 20, size: 'max' })

  function typeThenConfirm(focus: FakeField | 'button', code: string, pace: number, gap: number): Typist {
    const typist = new Typist(focus)
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

  it('later than that confirms, whatever a hand typed before and wherever the focus is', () => {
    const gaps = fc.integer({ min: 151, max: 900 })
    fc.assert(
      fc.property(focuses, codes, fc.integer({ min: 1, max: 150 }), gaps, (focus, code, pace, gap) => {
        // As a scanner's code is.
        fc.pre(code.length < 6 || pace > 50)
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
