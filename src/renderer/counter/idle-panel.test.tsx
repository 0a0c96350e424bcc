import { expect, it } from 'vitest'
import type { DaySummary } from '../../shared/contract/contract'
import { demoCodes, practiceCodes } from '../../shared/contract/practice'
import { aDay, type anAppState } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { codesToTry } from '../words/app'
import { IdlePanel } from './idle-panel'

const nothing: DaySummary = { open: [], moreOpen: 0, day: aDay() }

const stillOpen = {
  marker: 'R-7K3QX9A2MD',
  code: '483920174462',
  state: 'unconfirmed',
  currency: 'HKD',
  hundredths: 12_050,
} as const

/** Returns the idle counter's text for this day. */
function saysOf(today: DaySummary, app: Parameters<typeof anAppState>[0] = {}): string {
  return wordsIn(draw(<IdlePanel />, app, { today }))
}

it('says that nothing was refunded yet', () => {
  expect(saysOf(nothing)).toBe('Refunded today No refunds yet today.')
})

it('has one sum for each currency, and what is in none of them', () => {
  const sums = [
    { currency: 'HKD', count: 12, hundredths: 120_475 },
    { currency: 'GBP', count: 1, hundredths: 500 },
  ]
  expect(saysOf({ ...nothing, day: aDay({ sums, open: [stillOpen, stillOpen] }) })).toBe(
    'Refunded today HK$1,204.75 12 refunds £5.00 1 refund 2 more are still being checked.',
  )
})

it('names first what needs attention, an alarm by its sign, and how much more of it there is', () => {
  const alarmed = anAttempt({
    state: 'refunded',
    alarms: [{ alarm: 'more_than_ours', at: 0, acknowledged: null }],
  })
  const said = saysOf({ ...nothing, open: [alarmed, anAttempt({ state: 'unconfirmed' })], moreOpen: 3 })
  expect(said).toMatch(
    /^Needs attention ! AlarmHK\$120\.50 .+ \? UnconfirmedHK\$120\.50 .+ 3 more in Activity Refunded today/,
  )
})

it('says nothing of the day while refunds are off: nobody knows how it stands', () => {
  const off = { on: false, why: 'no_keychain', replaceable: null } as const
  expect(saysOf({ ...nothing, day: aDay({ open: [stillOpen] }) }, { refunds: off })).toBe('')
})

it('offers codes to try in practice, and nowhere else', () => {
  expect(saysOf(nothing, { mode: 'practice' })).toMatch(/Codes to try An ordinary payment 483920174462 .+$/)
  expect(saysOf(nothing, { mode: 'service' })).not.toContain('Codes to try')
})

it('offers only codes that practice has', () => {
  const known: readonly string[] = [...demoCodes, ...practiceCodes].map(({ code }) => code)
  expect(codesToTry.filter(({ code }) => !known.includes(code))).toEqual([])
})

it('is a region of its own name whose parts have headings', () => {
  const markup = draw(<IdlePanel />, { mode: 'practice' })
  expect(markup).toMatch(/^<aside class="panel panel-idle" aria-label="Today on this till">/)
  expect(markup).toContain('Codes to try')
})
