import { expect, it } from 'vitest'
import { settingNames } from '../../shared/base/choices'
import type { AppState } from '../../shared/contract/contract'
import { noRules, type Role } from '../../shared/people/rules'
import { anAppState, nobodySetUp, thePeople } from '../../shared/testing/app-state-sample'
import { Header } from '../shell/app'
import { allIn, draw, wordsIn } from '../store/testing/draw'
import { PeopleSection } from './people-section'
import { presetTyped, rulesOf } from './rules'
import { Settings } from './settings'
import { TillSection } from './till'

const complete = { testPrint: 'done' } as const

function drawn(app: Partial<AppState> = {}) {
  const markup = draw(<Settings />, app)
  const [, list = ''] = markup.match(/<nav[^>]*aria-label="Sections"[^>]*>(.*?)<\/nav>/s) ?? []
  return {
    markup,
    listed: allIn(list, /<a[^>]*>(.*?)<\/a>/gs),
    shown: allIn(markup, /<h2 class="panel-title"[^>]*>(.*?)<\/h2>/gs),
  }
}

it('keeps no limit in any currency once Off was pressed: one in another would stop every refund in this. What is saved stays first, so that the form shows it', () => {
  const limit = { second: 5000, never: null }
  const none = { second: null, never: null }
  const moneyIn = (currency: string) => ({ currency, amount: limit, cashierSum: none, tillSum: none })
  const saved = { ...noRules, money: [moneyIn('HKD'), moneyIn('USD')] }
  expect(rulesOf(presetTyped('off', 'HKD'), saved)).toEqual(noRules)
  const careful = rulesOf(presetTyped('careful', 'HKD'), saved)
  expect(careful?.money.map(({ currency }) => currency)).toEqual(['HKD', 'USD'])
})

it('lists every section that is in the column, in its order', () => {
  const { listed, shown } = drawn()
  expect(listed).toEqual(shown)
})

it('lists the refund record first while refunds are off', () => {
  const { listed, shown } = drawn({ refunds: { on: false, why: 'journal_missing', replaceable: 'person' } })
  expect(listed).toEqual(shown)
  expect(listed[0]).toBe('Refund record')
})

it('offers first what was left when the till was set up, step by step, until nothing is', () => {
  const left = { tillName: '', people: nobodySetUp, testPrint: 'left' } as const
  const { markup, listed, shown } = drawn(left)
  const [, section = ''] = markup.match(/Finish setting up<\/h2>(.*?)<\/section>/s) ?? []
  const steps = allIn(section, /<button[^>]*>(.*?)<\/button>/gs)
  expect(steps).toEqual(['Till name', 'Manager', 'Test print'])
  expect(listed[0]).toBe('Finish setting up')
  expect(listed).toEqual(shown)
  expect(drawn(complete).listed).not.toContain('Finish setting up')
})

it('saves every form by one green button, and leaves room beside it to say so', () => {
  const markup = draw(<Settings />, complete)
  const forms = [...markup.matchAll(/<form[^>]*>(.*?)<\/form>/gs)].map(([, inside = '']) => inside)
  expect(forms.length).toBeGreaterThan(2)
  for (const form of forms) {
    expect(form.match(/button-go/g)).toHaveLength(1)
    expect(form).toMatch(/<span class="saved-mark" role="status">/)
  }
})

it('says whether a manager has unlocked it, with the press that changes that', () => {
  const headOf = (app: Partial<AppState>) =>
    wordsIn(draw(<Settings />, { ...complete, ...app }).split('<nav')[0] ?? '')
  const nobodys = { people: nobodySetUp, token: 'none' } as const
  const helpedBy = (rights: Role) => headOf({ people: thePeople({ rights }) })
  expect([headOf({}), helpedBy('supervisor'), helpedBy('manager'), headOf(nobodys)]).toEqual([
    'Settings This till’s settings need a manager Unlock',
    'Settings This till’s settings need a manager Unlock Lock now',
    'Settings Unlocked for a manager Lock now',
    'Settings',
  ])
})

it('asks for no cashier’s name where everybody signs in: theirs is recorded', () => {
  const asked = (staffed: boolean) =>
    wordsIn(draw(<TillSection />, { people: thePeople({ staffed }) })).includes('Recorded with every refund')
  expect([asked(false), asked(true)]).toEqual([true, false])
})

it('says that everybody may refund where nobody is set up, and not where the people cannot be read', () => {
  const saysIn = (state: AppState['people']['state']) =>
    wordsIn(draw(<PeopleSection />, { people: { ...nobodySetUp, state } }))
  const open = 'Nobody is set up: everybody may refund.'
  expect(saysIn('none')).toContain(open)
  expect([saysIn('damaged'), saysIn('held')].join(' ')).not.toContain(open)
  // Nobody is set up anew while a program holds the file.
  const asksIn = (state: AppState['people']['state']) =>
    draw(<PeopleSection />, { people: { ...nobodySetUp, state } }).includes('<form')
  expect([asksIn('damaged'), asksIn('held')]).toEqual([true, false])
})

it('locks what this PC’s administrator sets, and says so beside it', () => {
  const setByPolicy = [...settingNames]
  const lockedIn = (app: Partial<AppState>) =>
    allIn(draw(<Settings />, { ...complete, ...app }), /<fieldset[^>]* disabled[^>]*>(.*?)<\/fieldset>/gs)
  expect(lockedIn({})).toEqual([])
  const locked = lockedIn({ setByPolicy })
  // These three are the policy's alone.
  const others = setByPolicy.filter((name) => !['related', 'keepDays', 'keepCopies'].includes(name))
  expect(locked).toHaveLength(others.length)
  expect(locked.every((inside) => inside.includes('Set by this PC’s administrator'))).toBe(true)
})

it('says beside the version that Electron is a test build, and at the counter nothing of it', () => {
  const app = { about: { ...anAppState().about, testBuild: true } }
  expect(wordsIn(draw(<Settings />, app))).toContain('Test build of Electron')
  expect(wordsIn(draw(<Header />, app))).not.toContain('Test build')
  expect(wordsIn(draw(<Settings />))).not.toContain('Test build')
})
