import { describe, expect, it } from 'vitest'
import type { DaySummary } from '../../shared/contract/contract'
import { demoCodes, practiceCodes } from '../../shared/contract/practice'
import type { Fault } from '../../shared/fault'
import { aDay, type anAppState } from '../../shared/testing/app-state-sample'
import { aRecord } from '../../shared/testing/record-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown } from '../store/testing/samples'
import { announceMissed, codesToTry, faultNoticeWords } from '../words/app'
import { IdlePanel, Missed, RecentList } from './idle-panel'

const nothing: DaySummary = { open: [], moreOpen: 0, day: aDay() }

const money = { currency: 'HKD', hundredths: 12_050 }
const stillOpen = { marker: 'R-7K3QX9A2MD', code: '483920174462', state: 'unconfirmed', ...money } as const

function saysOf(today: DaySummary, app: Parameters<typeof anAppState>[0] = {}): string {
  return wordsIn(draw(<IdlePanel />, app, { today }))
}

it('says that nothing was refunded yet', () => {
  expect(saysOf(nothing)).toBe('Refunded today No refunds yet today.')
})

it('shortens a currency that is none in the list of recent payments', () => {
  const record = aRecord({ currency: 'X'.repeat(5000) })
  const found = {
    code: 'C1',
    foundBy: 'transaction_id',
    record,
    at: new Date(0).toISOString(),
    lockedBy: null,
  } as const
  expect(wordsIn(draw(<RecentList />, {}, { recent: [found] })).length).toBeLessThan(300)
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
  const alarmed = anAttempt({ alarms: [{ alarm: 'more_than_ours', at: 0, acknowledged: null }] })
  const said = saysOf({ ...nothing, open: [alarmed, anAttempt({ state: 'unconfirmed' })], moreOpen: 3 })
  expect(said).toMatch(
    /^Needs attention .+HK\$120\.50 \S+ · May ! Alarm .+HK\$120\.50 \S+ · May \? Unconfirmed 3 more in Activity Refunded today/,
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
  const known: readonly string[] = [...demoCodes, ...practiceCodes.map(({ code }) => code)]
  expect(codesToTry.filter(({ code }) => !known.includes(code))).toEqual([])
})

const lookup = { id: 'lookup-1', code: '483920174462', match: 'automatic', typed: false } as const

const missed = (fault: Fault) => wordsIn(draw(<Missed lookup={lookup} fault={fault} />))

describe('why there is no receipt', () => {
  it.each([
    [{ kind: 'service_error', httpStatus: 403, message: 'Forbidden' }, true],
    [{ kind: 'token_not_accepted', httpStatus: 401, message: 'No' }, true],
    [{ kind: 'not_set_up' }, true],
    [{ kind: 'service_error', httpStatus: 500, message: 'Forbidden' }, false],
    [{ kind: 'not_found', message: 'No' }, false],
  ] as const)('offers the way to the access token for %j: %s', (fault, offered) => {
    expect(missed(fault).includes('Settings')).toBe(offered)
  })

  it('tells the error’s own status, and HTTP’s beside it where that says otherwise', () => {
    const said = (ownStatus?: number) =>
      missed({ kind: 'service_error', httpStatus: 500, message: 'No luck', ...(ownStatus && { ownStatus }) })
    expect(said()).toContain('has a problem (500) It answered “No luck”.')
    expect(said(404)).toContain('has a problem (404, in an answer of HTTP 500) It answered')
  })

  it.each([
    [{ kind: 'not_connected', reason: 'refused', detail: '' }, true],
    [{ kind: 'no_answer', reason: 'timeout', detail: '' }, true],
    [{ kind: 'not_found', message: '' }, false],
    [{ kind: 'service_error', httpStatus: 500, message: '' }, false],
  ] as const)('after %j leads to what is saved: %s', (fault, leads) => {
    expect(missed(fault).includes('Search saved receipts')).toBe(leads)
  })

  it('is said aloud and in a notice with one full stop, whatever the service’s own words end with', () => {
    const fault = { kind: 'service_error', httpStatus: 500, message: 'Internal Error.' } as const
    expect([announceMissed(fault), faultNoticeWords({ kind: 'fault', fault }).join(' ')]).toEqual([
      'The payment service has a problem (500). Try again in a minute, or try another code type.',
      'The payment service has a problem (500). It answered “Internal Error.”. No refund was sent. Try again in a minute, or try another code type.',
    ])
  })
})

it.each([
  ['refusal_seen', '✕ Not refunded · being checked'],
  ['unconfirmed', '? Unconfirmed'],
  [null, '✓ Paid'],
] as const)('a row of Recent says of a lock by %s, or else what the record says: %s', (lockedBy, said) => {
  const { code, foundBy, at, record } = aShown(1)
  const recent = [{ code, foundBy, at, record, lockedBy }]
  expect(wordsIn(draw(<RecentList />, {}, { recent }))).toContain(said)
})
