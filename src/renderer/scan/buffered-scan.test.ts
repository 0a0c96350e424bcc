import { describe, expect, it } from 'vitest'
import { holdScans } from './buffered-scan'
import { reportRun } from './keystroke-run'

const scanOf = (code: string) => {
  const run = [...code].map((text, index) => ({ text, at: index * 5 }))
  return reportRun(run, { key: 'Enter', at: code.length * 5 }, 'outside')
}

describe('a scan before the desk is known', () => {
  it('is held, shown, and handed over once', () => {
    const shown: string[] = []
    const held = holdScans((code) => shown.push(code))
    held.target.onScan(scanOf('483920174462'))
    expect({ shown, first: held.take(), second: held.take() }).toEqual({
      shown: ['483920174462'],
      first: '483920174462',
      second: null,
    })
  })

  it('gives way to the next one, scanned or typed', () => {
    const held = holdScans(() => undefined)
    held.target.onScan(scanOf('483920174462'))
    held.target.onTyped(' C7719920461 ')
    expect(held.take()).toBe('C7719920461')
  })

  it('is none when Enter was pressed on an empty field, and keys mean nothing yet', () => {
    const held = holdScans(() => undefined)
    held.target.onTyped('  ')
    const { onSingleKey, onChord, onEscape } = held.target
    expect([held.take(), onSingleKey('r'), onChord('confirm'), onEscape()]).toEqual([
      null,
      false,
      false,
      false,
    ])
  })
})
