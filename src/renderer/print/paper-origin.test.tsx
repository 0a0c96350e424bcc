import { describe, expect, it } from 'vitest'
import type { AppState, ShownTransaction } from '../../shared/contract/contract'
import { anAppState } from '../../shared/testing/app-state-sample'
import { SlipBody } from '../outcome/slip'
import { draw, linesIn, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown } from '../store/testing/samples'
import { serviceHost } from '../ui/paper-origin'
import { buildWords } from '../words/app'
import { words } from '../words/words'
import { PaperSheet } from './paper'

const { practiceBand, foreignBand } = words.shell
const trial = buildWords({ ...anAppState().about, build: 'trial_package' })
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
  return draw(<PaperSheet job={{ content, way: 'print' }} />, app)
}

const marksOf = (markup: string) =>
  [practiceBand, foreignBand, trial].filter((words) => wordsIn(markup).includes(words))

describe.each(['receipt', 'store copy', 'slip'] as const)('a %s on paper', (kind) => {
  it.each([
    ['a service that said it is practice', { practiceServices: [other] }, [practiceBand]],
    ['one that did not, while such a one is connected', { practiceServices: ['https://pay.example'] }, []],
    ['the practice profile', { mode: 'practice' }, [practiceBand]],
    ['a profile that is not its own', { about: { ...about, foreignProfile: true } }, [foreignBand]],
    ['a package for trial', { about: { ...about, build: 'trial_package' } }, [trial]],
    [
      'both',
      { practiceServices: [other], about: { ...about, foreignProfile: true } },
      [practiceBand, foreignBand],
    ],
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

it('a slip on the screen says whether it is practice, and leaves to the window’s band what is of the whole till', () => {
  const app = { practiceServices: [other], about: { ...about, foreignProfile: true } }
  const slip = draw(<SlipBody attempt={attempt} storeId="" />, app)
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
