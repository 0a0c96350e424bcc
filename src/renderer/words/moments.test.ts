import { afterEach, describe, expect, it, vi } from 'vitest'
import { pluralIn } from '../../shared/base/text'
import { sentences as en } from '../../shared/languages/en'
import { clockMoment, clockTime, exactMoment, shownDay } from '../ui/hooks'
import { countWords, setLocale } from './words'

afterEach(() => setLocale('en-GB'))

describe('days and times in English, and numbers', () => {
  const at = new Date(2026, 10, 20, 22, 5, 7).getTime()

  it.each([
    ['en-GB', '20 Nov 2026', '22:05', '20 Nov 2026, 22:05:07', '1,234'],
    ['en-US', 'Nov 20, 2026', '10:05 PM', 'Nov 20, 2026, 10:05:07 PM', '1,234'],
    ['de-DE', '20 Nov 2026', '22:05', '20 Nov 2026, 22:05:07', '1,234'],
  ])('are written on a PC of %s as there, where that is English', (tag, day, time, exact, number) => {
    setLocale(tag)
    const written = [shownDay(at), clockTime(at), exactMoment(at), countWords(1234)]
    expect(written.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([day, time, exact, number])
  })

  it('name the day where a time alone would be taken for today’s, and the year where it is another one', () => {
    const days = [at, new Date(2026, 10, 21), new Date(2027, 0, 2)]
    vi.useFakeTimers()
    const said = days.map((now) => {
      vi.setSystemTime(now)
      return clockMoment(new Date(at).toISOString())
    })
    vi.useRealTimers()
    expect(said).toEqual(['22:05', '20 Nov, 22:05', '20 Nov 2026, 22:05'])
  })

  it('stay as they were where the system names a locale that is none', () => {
    setLocale('not a locale')
    expect(countWords(1234)).toBe('1,234')
  })
})

describe('what is said of a count', () => {
  it('has the form of its number', () => {
    expect([0, 1, 2, 1000].map(en.outage.codes)).toEqual(['0 codes', '1 code', '2 codes', '1,000 codes'])
  })

  it('is the general form where the words have no form of their own for it', () => {
    expect([pluralIn('en', { other: '# of them' })(1), pluralIn('ja', { other: '#件' })(1000)]).toEqual([
      '1 of them',
      '1,000件',
    ])
  })
})
