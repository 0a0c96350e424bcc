/**
 * Every screen of the window, each reached by hand on its own till. Measured in English (accessibility.spec.ts) and a
 * longer language (pseudo-language.spec.ts), and pictured (e2e/screens).
 */

import type { Page } from '@playwright/test'
import { nobodySetUp, theCashier, theManager, thePeople } from '../../../src/shared/testing/app-state-sample'
import { anOutage } from '../../../src/shared/testing/outage-sample'
import { lookUp, untilCounter } from '../../fixtures/counter'
import {
  counterScreens,
  dialog,
  example,
  oneByOne,
  openForm,
  other,
  place,
  press,
  type Screen,
  toDialog,
} from './counter-screens'
import type { Opening, Till } from './page'
import { welcoming } from './played-main'
import { pin } from './played-people'

async function toActivity(page: Page, { main }: Till): Promise<void> {
  const alarms = [{ alarm: 'more_than_ours', at: Date.now(), acknowledged: null }] as const
  main.addAttempt('DEMO-TIPS', { alarms }, 2025)
  main.addAttempt(example, { state: 'unconfirmed' }, 1000)
  const refusal = { httpStatus: 422, message: 'Not enough unsettled funds' }
  main.addAttempt('DEMO-PART', { state: 'refused', refusal })
  main.addAttempt(other, { slips: 3 })
  await place(page, 'Activity')
  await page.getByRole('list', { name: 'Refunds' }).waitFor()
}

/** A refund of Activity's list, by what its row says, and what can be done about it. */
const toRefund = (row: string, button: string) =>
  oneByOne(
    toActivity,
    (page) => press(page, row),
    (page) => page.getByRole('button', { name: button }).waitFor(),
  )
const toUndecided = toRefund('Unconfirmed', 'Record outcome')
const toAlarm = toRefund('Alarm', 'I have seen this')

async function toSettings(page: Page): Promise<void> {
  await place(page, 'Settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
}

const settingsDialog = (button: string) => oneByOne(toSettings, toDialog(button))

const toProof = oneByOne(
  settingsDialog('Remove access token'),
  (page) => dialog(page).getByRole('button', { name: 'Remove access token' }).click(),
  (page) => page.getByRole('dialog', { name: 'Manager' }).waitFor(),
)

async function toLists(page: Page, { main }: Till): Promise<void> {
  const counts = { waiting: 994, found: 5, saved: 0, not_found: 1, unread: 0 }
  const value = anOutage({ work: { at: 'paused' }, counts })
  main.outage = value
  main.tell({ kind: 'outage:changed', value })
  await toSettings(page)
  await page.getByRole('region', { name: 'Offline receipts' }).getByRole('button', { name: 'Stop' }).waitFor()
}

const refundsOff = (why: 'journal_damaged' | 'keychain_emptied', replaceable: 'person' | 'token') =>
  ({ refunds: { on: false, why, replaceable } }) as const

export const welcome: Screen = {
  app: welcoming,
  go: (page) => page.getByRole('list', { name: 'Steps' }).waitFor(),
  main: true,
}

/** A set-up step that was left for later and reopened. */
function setUpStep(name: string): Screen {
  const left = { tillName: '', people: nobodySetUp, testPrint: 'left' } as const
  return {
    app: left,
    go: async (page) => {
      await toSettings(page)
      await page.getByRole('region', { name: 'Finish setting up' }).getByRole('button', { name }).click()
      await page.getByRole('list', { name: 'Steps' }).waitFor()
    },
  }
}

const list = [theManager, theCashier].map((person) => ({ ...person, hasBadge: true }))
/** A staffed till with a cashier signed in. */
export const served = thePeople({ staffed: true, signedIn: theCashier, list })

/** A full refund with this judgement by the store's rules. */
const formThatSays =
  (fault: NonNullable<ReturnType<Till['main']['people']['rules']>>) => async (page: Page, till: Till) => {
    till.main.people.rules = () => fault
    await openForm(page, till)
    await page.keyboard.press('1')
    await page.locator('#rules-say').waitFor()
  }

const toEmpty = (name: string, words: string) => async (page: Page) => {
  await place(page, name)
  await page.getByText(words).waitFor()
}

const otherScreens = {
  welcome,
  'set-up-name': setUpStep('Till name'),
  'set-up-manager': setUpStep('Manager'),
  'set-up-test-print': setUpStep('Test print'),
  'empty-activity': { go: toEmpty('Activity', 'No refunds') },
  activity: { go: toActivity, main: true },
  'sign-in': {
    app: { people: served },
    go: oneByOne(
      (page) => press(page, 'Lock'),
      (page) => page.getByRole('region', { name: 'Who is at the till?' }).waitFor(),
    ),
  },
  'second-person': {
    app: { people: served },
    go: formThatSays({
      kind: 'second_person_needed',
      by: ['amount', 'after_not_refunded'],
      marker: 'R-7K3QX9A2MD',
    }),
    main: true,
  },
  'refund-not-here': {
    app: { people: served },
    go: formThatSays({ kind: 'refund_not_here', by: ['age', 'other_store'] }),
  },
  people: {
    app: { people: { ...served, signedIn: theManager } },
    go: oneByOne(toSettings, (page) =>
      page.getByRole('region', { name: 'People' }).getByRole('button', { name: 'Change' }).last().click(),
    ),
  },
  shift: { app: { people: served }, go: toActivity },
  'shift-sheet': {
    app: { people: served },
    go: oneByOne(
      toActivity,
      (page) => press(page, 'Close shift'),
      (page) => page.getByRole('region', { name: 'Shift of Ann' }).waitFor(),
    ),
    main: true,
  },
  evidence: { go: toUndecided, main: true },
  decide: { go: oneByOne(toUndecided, toDialog('Record outcome')) },
  alarm: { go: toAlarm, main: true },
  acknowledge: { go: oneByOne(toAlarm, toDialog('I have seen this')) },
  'find-refund': {
    go: oneByOne(toActivity, (page) => page.getByRole('textbox', { name: 'Find' }).fill(other)),
  },
  'empty-search': { go: toEmpty('Search', 'No receipt is saved') },
  search: {
    go: async (page) => {
      await lookUp(page, example)
      await place(page, 'Search')
      await page.getByRole('searchbox', { name: 'Search saved receipts' }).fill('c77')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
    main: true,
  },
  settings: { go: toSettings, main: true },
  outage: { go: toLists, main: true },
  'stop-outage': { go: oneByOne(toLists, toDialog('Stop preparing')) },
  'forget-token': { go: settingsDialog('Remove access token') },
  manager: { go: toProof, main: true },
  'wrong-pin': {
    go: async (page, till) => {
      await toProof(page, till)
      await dialog(page)
        .locator('input[type=password]')
        .fill([...pin].reverse().join(''))
      await page.keyboard.press('Enter')
      await dialog(page).locator('.alert').waitFor()
    },
  },
  'forget-copies': { go: settingsDialog('Delete all saved receipts') },
  'scanner-test': { go: settingsDialog('Test the scanner') },
  'practice-codes': { app: welcoming, go: (page) => press(page, 'Practice codes') },
  keys: {
    go: async (page) => {
      await lookUp(page, example)
      await page.keyboard.press('?')
      await dialog(page).waitFor()
    },
  },
  'refunds-off': {
    app: refundsOff('journal_damaged', 'person'),
    go: (page) => lookUp(page, example),
    main: true,
  },
  'begin-journal': {
    app: refundsOff('journal_damaged', 'person'),
    go: settingsDialog('Start a new record'),
    main: true,
  },
  'welcome-lost': {
    app: { ...welcoming, ...refundsOff('keychain_emptied', 'token') },
    go: (page) => page.getByRole('list', { name: 'Steps' }).waitFor(),
  },
  'begin-by-token': {
    app: refundsOff('keychain_emptied', 'token'),
    go: settingsDialog('Start a new record'),
  },
} satisfies Readonly<Record<string, Screen>>

export const screens: Readonly<Record<string, Screen>> = { ...counterScreens, ...otherScreens }

/** With their places: a rotating part of the screens where a person waits for `npm test`, else all. */
export function screensInTurn(): readonly (readonly [index: number, name: string, screen: Screen])[] {
  const { TILLSIDE_E2E_SHARE: share = '1', TILLSIDE_E2E_TURN: turn = '0' } = process.env
  // Not by the last digits, which select the language: each screen would then have only one.
  const first = Math.floor(Number(turn) / 256)
  return Object.entries(screens)
    .map(([name, screen], index) => [index, name, screen] as const)
    .filter(([index]) => (index + first) % Number(share) === 0)
}

/** Opens a till's window and goes to the screen. */
export async function openScreen(till: Till, { app, go }: Screen, opening: Opening = {}): Promise<Page> {
  Object.assign(till.main.app, app)
  const { mode } = till.main.app
  const page = await till.open({ counter: mode === 'welcome' ? 'none' : mode, ...opening })
  if (mode !== 'welcome') await untilCounter(page)
  await go(page, till)
  return page
}
