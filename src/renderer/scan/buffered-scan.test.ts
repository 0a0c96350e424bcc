import { describe, expect, it } from 'vitest'
import { reportRun } from './key-press'
import { bufferScans } from './scan-listener'

const scanOf = (code: string) => {
  const run = [...code].map((text, index) => ({ text, at: index * 5 }))
  return reportRun(run, { key: 'Enter', at: code.length * 5 }, 'outside')
}

describe('a scan before the window knows its till', () => {
  it('is kept, shown, and handed over once', () => {
    const shown: string[] = []
    const buffered = bufferScans((code) => shown.push(code))
    buffered.target.onScan(scanOf('483920174462'))
    expect(shown).toEqual(['483920174462'])
    expect([buffered.take(), buffered.take()]).toEqual([{ text: '483920174462', typed: false }, null])
  })

  it('gives way to the next one, scanned or typed', () => {
    const buffered = bufferScans(() => undefined)
    buffered.target.onScan(scanOf('483920174462'))
    buffered.target.onTyped(' C7719920461 ')
    expect(buffered.take()).toEqual({ text: 'C7719920461', typed: true })
  })

  it('is none when Enter was pressed on an empty field, and keys mean nothing yet', () => {
    const buffered = bufferScans(() => undefined)
    buffered.target.onTyped('  ')
    const { onSingleKey, onChord, onEscape } = buffered.target
    expect(buffered.take()).toBeNull()
    expect([onSingleKey('r', null, 0), onChord('confirm', 0), onEscape(0)]).toEqual([false, false, false])
  })
})
