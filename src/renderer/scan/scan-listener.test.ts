import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FakeField, Typist } from './testing/typist'

const paces = [5, 30, 80, 100] as const

function plainField(text = ''): FakeField {
  return { kind: 'plain', text, caret: text.length }
}

describe.each(paces)('a scan at %d ms a key', (pace) => {
  it('with the focus on a button looks up and presses nothing', () => {
    const typist = new Typist()
    typist.scan('R483 920174462', pace)
    typist.rest()
    expect({
      scans: typist.scans,
      shortcuts: typist.singleKeys,
      pressed: typist.reachedPage.filter((key) => key === 'Enter' || key === ' '),
    }).toEqual({ scans: ['R483 920174462'], shortcuts: [], pressed: [] })
  })

  it('that lands in a text field gives the field its text and caret back', () => {
    const typist = new Typist()
    const amount: FakeField = { kind: 'plain', text: '12.50', caret: 2 }
    typist.focus = amount
    typist.scan('483920174462', pace)
    typist.rest()
    expect({ scans: typist.scans, amount }).toEqual({
      scans: ['483920174462'],
      amount: { kind: 'plain', text: '12.50', caret: 2 },
    })
  })

  it('that lands in the scan field with half a code in it looks up the scan only', () => {
    const typist = new Typist()
    const field: FakeField = { kind: 'scan', text: '99', caret: 2 }
    typist.focus = field
    typist.scan('483920174462', pace)
    typist.rest()
    expect({ scans: typist.scans, typed: typist.typed, text: field.text }).toEqual({
      scans: ['483920174462'],
      typed: [],
      text: '99',
    })
  })

  it('into an input method that composes is read by the places of its keys', () => {
    const typist = new Typist()
    typist.focus = plainField('謝')
    for (const key of 'c7719920461') {
      typist.press(key, { composing: true })
      typist.wait(pace)
    }
    typist.press('Enter', { composing: true, code: 'Enter' })
    expect(typist.scans).toEqual(['c7719920461'])
  })
})

describe('a scan', () => {
  it('never loses a key to a hiccup, and never fires a shortcut of its own', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 140 }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 160, max: 480 }),
        (each, at, hiccup) => {
          const typist = new Typist()
          typist.shortcuts = new Set()
          for (const [index, key] of [...'483920174462'].entries()) {
            typist.press(key)
            typist.wait(index === at ? hiccup : (each[index] ?? 5))
          }
          // The last key's wait is the ending's: within a run's gap, unless the hiccup fell there.
          typist.press('Enter')
          typist.rest()
          expect(typist.scans).toEqual(at === 11 ? [] : ['483920174462'])
        },
      ),
    )
  })

  it('is whole when the focus comes to the scan field in a hiccup, as it does when the counter opens', () => {
    const typist = new Typist()
    const field = { text: '', caret: 0, kind: 'scan' } as const
    typist.scan('483', 5, null)
    typist.focus = { ...field }
    typist.wait(300)
    typist.scan('920174462', 5)
    typist.rest()
    expect([typist.scans, typist.focus]).toEqual([['483920174462'], field])
  })

  it('ended by Tab counts outside text fields', () => {
    const typist = new Typist()
    typist.scan('483920174462', 30, 'Tab')
    expect([typist.scans, typist.reachedPage.includes('Tab')]).toEqual([['483920174462'], false])
  })

  it('that sends Enter twice presses nothing with the second', () => {
    const typist = new Typist()
    typist.scan('483920174462', 30)
    typist.wait(20)
    typist.press('Enter')
    expect(typist.reachedPage.filter((key) => key === 'Enter')).toEqual([])
  })

  it('with arrows in it moves nothing', () => {
    const typist = new Typist()
    typist.press('4')
    typist.wait(10)
    typist.press('8')
    typist.wait(10)
    typist.press('ArrowDown')
    expect(typist.reachedPage).toEqual(['4', '8'])
  })
})

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
    const typist = new Typist()
    typist.focus = plainField()
    typist.press('r')
    typist.rest()
    expect([typist.singleKeys, typist.focus]).toEqual([[], { kind: 'plain', text: 'r', caret: 1 }])
  })

  it('presses a button with an Enter of its own, but never with one right after a key', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (gap) => {
        const typist = new Typist()
        typist.shortcuts = new Set()
        typist.press('x')
        typist.wait(gap)
        typist.press('Enter')
        expect(typist.reachedPage.includes('Enter')).toBe(gap >= 150)
      }),
    )
  })

  it('looks up with Enter what was typed slowly into the scan field', () => {
    const typist = new Typist()
    typist.focus = { kind: 'scan', text: '', caret: 0 }
    for (const key of '48392') {
      typist.press(key)
      typist.wait(220)
    }
    typist.press('Enter')
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

  it('may confirm right after picking a reason with Alt and a digit', () => {
    const typist = new Typist()
    typist.focus = plainField('20')
    typist.press('¡', { alt: true, code: 'Digit1' })
    typist.wait(20)
    typist.press('Enter', { ctrl: true })
    expect([typist.chords, typist.hastyConfirms]).toEqual([['reason_1', 'confirm'], 0])
  })

  it('picks a reason with Alt and a digit while typing an amount', () => {
    const typist = new Typist()
    typist.focus = plainField('20')
    typist.press('¡', { alt: true, code: 'Digit1' })
    expect(typist.chords).toEqual(['reason_1'])
  })

  it('does nothing more by holding a key down', () => {
    const typist = new Typist()
    typist.press('Enter', { repeat: true })
    typist.press('Enter', { ctrl: true, repeat: true })
    typist.press(' ', { repeat: true })
    expect([typist.reachedPage, typist.chords]).toEqual([[], []])
  })

  it('keeps an Enter in a text of many lines', () => {
    const typist = new Typist()
    typist.focus = { kind: 'multiline', text: '', caret: 0 }
    typist.press('a')
    typist.wait(100)
    typist.press('Enter')
    expect(typist.reachedPage).toEqual(['Enter'])
  })
})

describe('a question mark', () => {
  function pressedIn(focus: FakeField, keys: string) {
    const typist = new Typist()
    typist.focus = focus
    for (const key of keys) {
      typist.press(key)
      typist.wait(50)
    }
    typist.rest()
    return { shortcuts: typist.singleKeys, text: focus.text }
  }

  it('means something in the empty scan field too, and leaves nothing there', () => {
    expect(pressedIn({ kind: 'scan', text: '', caret: 0 }, '?')).toEqual({ shortcuts: ['?'], text: '' })
  })

  it('is text in a scan field with text in it, in any other field, and among other keys', () => {
    expect([
      pressedIn({ kind: 'scan', text: '77', caret: 2 }, '?'),
      pressedIn(plainField(), '?'),
      pressedIn({ kind: 'scan', text: '', caret: 0 }, '?7'),
      pressedIn({ kind: 'scan', text: '', caret: 0 }, 'r'),
    ]).toEqual([
      { shortcuts: [], text: '77?' },
      { shortcuts: [], text: '?' },
      { shortcuts: [], text: '?7' },
      { shortcuts: [], text: 'r' },
    ])
  })
})

describe('a code whose keys come while the counter takes over', () => {
  it('is one code, told to the counter alone', () => {
    const typist = new Typist()
    const told: string[] = []
    const note = (said: string) => () => void told.push(said)
    typist.scan('483920', 10, null)
    typist.turnTo({
      onScan: ({ text }) => told.push(text),
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
})
