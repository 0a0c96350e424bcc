import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { AppState, ShownTransaction } from '../../shared/contract/contract'
import { aDay, anAppState } from '../../shared/testing/app-state-sample'
import { OutcomeSlip } from '../outcome/outcome-panel'
import { draw, linesIn, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown } from '../store/testing/samples'
import { serviceHost } from '../ui/paper-origin'
import { buildWords } from '../words/app'
import { words } from '../words/words'
import { CustomerSlip, PaperSheet, TestSlip } from './paper'

const slipOf = (
  change: Partial<AttemptView>,
  more: { readonly gateway?: string } = {},
  app: Partial<AppState> = {},
) => {
  const attempt = anAttempt({ createdAt: Date.UTC(2026, 10, 20, 10, 28), ...change })
  return draw(<CustomerSlip content={{ subject: 'outcome', attempt, storeId: '', ...more }} />, app)
}

describe('what the customer takes home', () => {
  it.each<[AttemptState, string]>([
    ['refunded', 'REFUND HK$120.50 Your refund is on its way.'],
    ['unconfirmed', 'REFUND BEING CHECKED HK$120.50'],
    ['refunded_probably', 'REFUND BEING CHECKED HK$120.50'],
    ['refusal_seen', 'REFUND BEING CHECKED HK$120.50'],
    ['refused', 'NOT REFUNDED HK$120.50'],
    ['not_refunded', 'NOT REFUNDED HK$120.50'],
    ['not_sent', 'NOT REFUNDED HK$120.50'],
  ])('after %s is headed by the store and says %j', (state, words) => {
    expect(wordsIn(slipOf({ state })).startsWith(`Harbour Road ${words}`)).toBe(true)
  })

  it.each([
    ['refunded', 'never_reached'],
    ['not_refunded', 'refunded_after_all'],
  ] as const)('after %s says that it is being checked once it is %s', (state, alarm) => {
    const acknowledged = { at: 2, by: 'Mei', note: 'Seen' }
    expect(wordsIn(slipOf({ state, alarms: [{ alarm, at: 1, acknowledged }] }))).toMatch(
      /^Harbour Road REFUND BEING CHECKED/,
    )
  })

  it('says where the money goes, when with the zone, the refund no. and who served', () => {
    const lines = linesIn(slipOf({}, { gateway: 'EFTPOS' }))
    expect(lines.slice(0, 5)).toEqual([
      ['Back to', 'EFTPOS'],
      ['Date', expect.stringMatching(/^20 Nov 2026, \d\d:28 \S+$/)],
      ['Refund no.', 'R-7K3QX9A2MD'],
      ['Payment', expect.any(String)],
      ['Served by', 'May'],
    ])
  })

  it('names no way back where none is known, or none is taken', () => {
    expect(linesIn(slipOf({}))[0]).toEqual(['Back to', 'The way you paid'])
    expect(linesIn(slipOf({ state: 'refused' }, { gateway: '11_1' }))[0]?.[0]).toBe('Date')
  })

  it('tells nobody of the staff what to do', () => {
    for (const state of ['unconfirmed', 'refunded_probably', 'refused'] as const) {
      expect(wordsIn(slipOf({ state }))).not.toMatch(/cash|supervisor|any till|reason/i)
    }
  })

  it.each([
    [0, []],
    [1, ['COPY 2']],
    [2, ['COPY 3']],
  ])('after %d slips that left the till says %j', (slips, words) => {
    expect(wordsIn(slipOf({ slips })).match(/COPY \d+/g) ?? []).toEqual(words)
  })

  it('says PRACTICE across the whole slip in practice, and only there', () => {
    expect(slipOf({}, {}, { mode: 'practice' }).match(/<span>PRACTICE</g)?.length).toBeGreaterThan(3)
    expect(slipOf({})).not.toContain('PRACTICE')
  })
})

it('says TEST across, and that it is no refund', () => {
  const markup = draw(<TestSlip />)
  expect([...markup.matchAll(/>TEST</g)].length).toBeGreaterThan(3)
  expect(wordsIn(markup)).toMatch(/Harbour Road TEST SLIP 0\.00 Not a refund\. No money moved\./)
  expect(wordsIn(markup)).not.toMatch(/R-[0-9A-Z]{10}|Refund no|HK\$/)
})

it('says which paper it was made for, and whose it is', () => {
  expect(linesIn(draw(<TestSlip />, { paper: 'a4' }))).toEqual([
    ['Date', expect.stringMatching(/\d{4}/)],
    ['Paper', 'A4'],
    ['Letters', expect.stringContaining('0123456789')],
    ['Device ID', 'device-1'],
  ])
})

it('says that it is practice where it is, and no name that a till has not', () => {
  const sheet = <PaperSheet content={{ subject: 'test_slip' }} />
  const words = wordsIn(draw(sheet, { mode: 'practice', tillName: '' }))
  expect(words).toMatch(/practice · no real money/i)
  expect(words).not.toContain('Harbour Road')
})

const { practiceBand, foreignBand } = words.shell
const trial = buildWords({ ...anAppState().about, build: 'package', testBuild: true })
const other = 'https://other.example:8443/api'
const { about } = anAppState()
const attempt = anAttempt({
  intent: { ...anAttempt().intent, serviceAddress: other, deviceId: 'device-then' },
})

const papers = {
  receipt: (shown: ShownTransaction) => ({ subject: 'receipt', shown }) as const,
  'store copy': (shown: ShownTransaction) => ({ subject: 'store_copy', shown, related: new Map() }) as const,
  slip: () => ({ subject: 'outcome', attempt, storeId: '' }) as const,
}

function paperOf(kind: keyof typeof papers, app: Partial<AppState>, change: Partial<ShownTransaction> = {}) {
  const content = papers[kind](aShown(1, { service: other, ...change }))
  return draw(<PaperSheet content={content} />, app)
}

const marksOf = (markup: string) =>
  [practiceBand, foreignBand, trial].filter((words) => wordsIn(markup).includes(words))

describe.each(['receipt', 'store copy', 'slip'] as const)('a %s on paper', (kind) => {
  it.each([
    ['a service that said it is practice', { practiceServices: [other] }, [practiceBand]],
    ['one that did not, while such a one is connected', { practiceServices: ['https://pay.example'] }, []],
    ['the practice profile', { mode: 'practice' }, [practiceBand]],
    ['a profile that is not its own', { about: { ...about, foreignProfile: true } }, [foreignBand]],
    ['a package for trial', { about: { ...about, build: 'package', testBuild: true } }, [trial]],
  ] as const)('of %s says so', (_what, app, marks) => {
    expect(marksOf(paperOf(kind, app))).toEqual(marks)
  })

  it('ends with its service, this till’s store and the device', () => {
    const device = kind === 'slip' ? 'device-then' : 'device-1'
    const lines = linesIn(paperOf(kind, {})).map(([name, value]) => `${name}: ${value}`)
    const found = lines.filter((line) => /^(Payment service|Till|Device ID): /.test(line))
    expect(found).toEqual([
      'Payment service: other.example:8443',
      'Till: Harbour Road',
      `Device ID: ${device}`,
    ])
  })

  it('says quietly that it comes from a test build, and else nothing of the program', () => {
    const program = (testBuild: boolean) =>
      linesIn(paperOf(kind, { about: { ...about, testBuild } })).filter(([name]) => name === 'Tillside')
    expect([program(true), program(false)]).toEqual([[['Tillside', 'Test build of Electron']], []])
  })
})

const ofDay = { subject: 'day', title: '21 Nov 2026', day: aDay() } as const
const sheet = { by: { id: 'p-ann', name: 'Ann' }, since: 0, at: 1, day: aDay() }

it.each([ofDay, { subject: 'shift', sheet } as const])(
  'a $subject on paper is practice by its profile, not by the service that is connected by then',
  (content) => {
    const apps = [{ practiceServices: [anAppState().serviceName] }, { mode: 'practice' } as const]
    const marks = apps.map((app) => marksOf(draw(<PaperSheet content={content} />, app)))
    expect(marks).toEqual([[], [practiceBand]])
  },
)

it('a day on paper says at which till it was printed, and when, so that noon’s and evening’s can be told apart', () => {
  const of = (tillName: string) => wordsIn(draw(<PaperSheet content={ofDay} />, { tillName }))
  vi.setSystemTime(new Date(2026, 10, 21, 12, 5, 7))
  onTestFinished(() => void vi.useRealTimers())
  expect([of('Harbour Road'), of('')]).toEqual([
    'Printed 21 Nov 2026, 12:05:07 at Harbour Road 21 Nov 2026 0 refunds',
    'Printed 21 Nov 2026, 12:05:07 21 Nov 2026 0 refunds',
  ])
})

it('a slip on the screen says whether it is practice, and leaves to the window’s band what is of the whole till', () => {
  const app = { practiceServices: [other], about: { ...about, foreignProfile: true } }
  const slip = draw(<OutcomeSlip attempt={attempt} storeId="" />, app)
  expect(marksOf(slip)).toEqual([practiceBand])
})

it.each([
  ['https://pay.example', 'pay.example'],
  ['https://pay.example:8443/till/api', 'pay.example:8443'],
  ['http://127.0.0.1:4012', '127.0.0.1:4012'],
  ['https://[::1]:9', '[::1]:9'],
  ['practice', 'practice'],
  ['', ''],
])('the host of %j is %j', (service, host) => {
  expect(serviceHost(service)).toBe(host)
})
