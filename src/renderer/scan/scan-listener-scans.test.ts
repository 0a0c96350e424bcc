import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { type FakeField, plainField, Typist } from './testing/typist'

const paces = [5, 30, 80, 100] as const

function scanInto(focus: Typist['focus'], code: string, pace: number): Typist {
  const typist = new Typist(focus)
  typist.scan(code, pace)
  typist.rest()
  return typist
}

describe.each(paces)('a scan at %d ms a key', (pace) => {
  it('with the focus on a button looks up and presses nothing', () => {
    const { scans, singleKeys, reachedPage } = scanInto('button', 'R483 920174462', pace)
    expect([scans, singleKeys]).toEqual([['R483 920174462'], []])
    expect(reachedPage.filter((key) => key === 'Enter' || key === ' ')).toEqual([])
  })

  it('that lands in a text field gives the field its text and caret back', () => {
    const amount: FakeField = { kind: 'plain', text: '12.50', caret: 2 }
    expect(scanInto(amount, '483920174462', pace).scans).toEqual(['483920174462'])
    expect(amount).toEqual({ kind: 'plain', text: '12.50', caret: 2 })
  })

  it('that lands in the scan field with half a code in it looks up the scan only', () => {
    const field: FakeField = { kind: 'scan', text: '99', caret: 2 }
    const { scans, typed } = scanInto(field, '483920174462', pace)
    expect([scans, typed, field.text]).toEqual([['483920174462'], [], '99'])
  })

  it('into an input method that composes is read by the places of its keys', () => {
    const typist = new Typist(plainField('謝'))
    for (const key of 'c7719920461') {
      typist.press(key, { composing: true })
      typist.wait(pace)
    }
    typist.press('Enter', { composing: true, code: 'Enter' })
    expect(typist.scans).toEqual(['c7719920461'])
  })
})

describe('a PIN field', () => {
  const keys = (pace: number, code = '482913') => {
    const field: FakeField = { kind: 'pin', text: '', caret: 0 }
    const { scans, maybePins, reachedPage } = scanInto(field, code, pace)
    return { scans, maybePins, text: field.text, pressed: reachedPage }
  }

  it('keeps what a practised hand types as steadily as a slow scanner: it may only be a badge', () => {
    expect(keys(110)).toEqual({ scans: [], maybePins: ['482913'], text: '482913', pressed: [] })
  })

  /** Types a PIN with these gaps, the last one before Enter. Returns whether the page heard the Enter. */
  const entered = (gaps: readonly number[], code: string) => {
    const field: FakeField = { kind: 'pin', text: '', caret: 0 }
    const typist = new Typist(field)
    typist.type(code, gaps)
    typist.press('Enter')
    typist.rest()
    return [typist.reachedPage, typist.scans, typist.maybePins, field.text]
  }

  it.each([
    ['four digits', [90, 110, 100, 80], '4829'],
    ['uneven digits', [70, 140, 60, 130, 65, 120], '482913'],
    ['even digits, with Enter off their pace', [110, 105, 110, 115, 110, 65], '482913'],
    ['a last digit after a pause', [90, 700, 80], '482'],
    ['digits before and after a pause', [90, 110, 300, 80, 100, 140], '482913'],
  ])('is ended by a person’s Enter, however soon after the last of %s', (_typed, gaps, code) => {
    expect(entered(gaps, code)).toEqual([['Enter'], [], [], code])
  })

  it('is never ended by a scanner’s Enter, at any pace that a code keeps', () => {
    const codes = fc.string({ unit: fc.constantFrom(...'0123456789AB-'), minLength: 6, maxLength: 24 })
    const jitter = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 24, maxLength: 24 })
    fc.assert(
      fc.property(codes, fc.integer({ min: 1, max: 105 }), jitter, (code, pace, each) => {
        const gaps = each.map((more) => pace + more)
        expect(entered(gaps, code)[0]).toEqual([])
      }),
      { numRuns: runs(50) },
    )
  })

  it('is not ended by an Enter at a machine’s speed, as short as the code may be', () => {
    expect([entered([5, 5, 5], '482')[0], entered([5], '4')[0]]).toEqual([[], []])
  })

  it('gives up a scan that no hand could type: so fast, or so long at one pace', () => {
    const scanOf = (code: string) => ({ scans: [code], maybePins: [], text: '', pressed: [] })
    expect([keys(20), keys(110, '4839201744')]).toEqual([scanOf('482913'), scanOf('4839201744')])
  })
})

/** Scans at 100 ms a key, each delivered late by these times, in order. */
function scanLate(focus: Typist['focus'], code: string, lateness: readonly number[]): Typist {
  const typist = new Typist(focus)
  const start = typist.now
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const pressed = start + index * 100
    typist.wait(Math.max(0, pressed + (lateness[index] ?? 0) - typist.now))
    typist.press(key, { late: typist.now - pressed })
  }
  typist.rest()
  return typist
}

describe('a computer too busy to deliver a scanner’s keys in time', () => {
  const lateness = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 9, maxLength: 9 })

  it('leaves a code whole, and its Enter presses nothing', () => {
    const whole = fc.property(lateness, (each) => {
      const { scans, reachedPage } = scanLate('button', 'R4831652', each)
      expect([scans, reachedPage.includes('Enter')]).toEqual([['R4831652'], false])
    })
    fc.assert(whole, { examples: [[[0, 100, 0, 0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0, 0, 0, 200]]] })
  })

  it('leaves a field its text', () => {
    const kept = fc.property(lateness, (each) => {
      const amount: FakeField = { kind: 'plain', text: '12.50', caret: 2 }
      const { scans } = scanLate(amount, 'R4831652', each)
      expect([scans, amount]).toEqual([['R4831652'], { kind: 'plain', text: '12.50', caret: 2 }])
    })
    fc.assert(kept)
  })

  it('fires no shortcut a second time when a chord comes late after it', () => {
    const typist = new Typist()
    typist.press('1')
    typist.wait(200)
    typist.press('Enter', { ctrl: true, late: 100 })
    typist.rest()
    expect([typist.singleKeys, typist.chords, typist.hastyConfirms]).toEqual([['1'], [], 1])
  })
})

describe('a scan', () => {
  it('never loses a key to a pause, and never fires a shortcut of its own', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 140 }), { minLength: 12, maxLength: 12 })
    const [place, pause] = [fc.integer({ min: 1, max: 11 }), fc.integer({ min: 160, max: 480 })]
    fc.assert(
      fc.property(gaps, place, pause, (each, at, paused) => {
        const typist = new Typist()
        typist.shortcuts = new Set()
        for (const [index, key] of [...'483920174462'].entries()) {
          typist.press(key)
          typist.wait(index === at ? paused : (each[index] ?? 5))
        }
        // The last wait is the ending's: within a run's gap, unless the pause fell there.
        typist.press('Enter')
        typist.rest()
        expect(typist.scans).toEqual(at === 11 ? [] : ['483920174462'])
      }),
    )
  })

  it('is whole when the focus comes to the scan field in a pause, as it does when the counter opens', () => {
    const typist = new Typist()
    const field = { text: '', caret: 0, kind: 'scan' } as const
    typist.scan('483', 5, null)
    typist.focus = { ...field }
    typist.wait(300)
    typist.scan('920174462', 5)
    typist.rest()
    expect([typist.scans, typist.focus]).toEqual([['483920174462'], field])
  })

  it('ended by Tab counts outside text fields and, as slow as it is, in the scan field', () => {
    for (const focus of ['button', { kind: 'scan', text: '', caret: 0 }] as const) {
      const typist = new Typist(focus === 'button' ? focus : { ...focus })
      typist.scan('483920174462', 60, 'Tab')
      expect([typist.scans, typist.reachedPage.includes('Tab')]).toEqual([['483920174462'], false])
    }
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
    typist.scan('48', 10, null)
    typist.press('ArrowDown')
    expect(typist.reachedPage).toEqual(['4', '8'])
  })

  it('is told of when its Enter or Ctrl+Enter comes late, which presses nothing and leaves nothing of the code in a field', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 2900 }), fc.boolean(), fc.boolean(), (late, inField, ctrl) => {
        const typist = new Typist()
        const field = plainField('20')
        if (inField) typist.focus = field
        typist.scan('483920174462', 10, null)
        typist.wait(late)
        typist.press('Enter', { ctrl })
        expect(field.text).toBe('20')
        expect(typist.reports.at(-1)?.verdict).toBe('ending_late')
        expect([typist.scans, typist.chords, typist.reachedPage.includes('Enter')]).toEqual([[], [], false])
      }),
      { numRuns: runs(30) },
    )
  })
})

it.each(['Enter', 'Tab'] as const)(
  'a scan into the scan field that ends with %s and then Enter looks up once',
  (ending) => {
    const typist = new Typist({ kind: 'scan', text: '', caret: 0 })
    typist.scan('483920174462', 10, ending)
    typist.wait(10)
    typist.press('Enter')
    expect([typist.scans, typist.typed]).toEqual([['483920174462'], []])
  },
)

it.each([
  ['1250.50', [112, 128, 104, 121, 99, 118, 115]],
  ['125.50', [120, 131, 108, 117, 124, 110]],
])(
  'an amount that a practised hand types as steadily as a slow scanner stays in its field: %s',
  (amount, gaps) => {
    const field = plainField()
    const typist = new Typist(field)
    typist.type(amount, gaps)
    typist.press('Enter')
    typist.rest()
    expect([typist.scans, field.text]).toEqual([[], amount])
  },
)
