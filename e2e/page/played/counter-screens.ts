/** The screens of the counter and of the first start (screens.ts). */
import type { Page } from '@playwright/test'
import { aStale, unreadLock } from '../../../src/renderer/store/testing/samples'
import type { AttemptState } from '../../../src/shared/attempt/attempt-states'
import { fail } from '../../../src/shared/base/result'
import type { AppState } from '../../../src/shared/contract/contract'
import type { Fault } from '../../../src/shared/fault'
import {
  drop,
  fillPart,
  lookUp,
  openRefund,
  outcome,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  sendingPanel,
  untilCounter,
} from '../../fixtures/counter'
import type { Till } from './page'

export const example = 'C7719920461'
export const other = '483920174462'

export type Screen = {
  /** Changes to the till's state before its window opens. */
  readonly app?: Partial<AppState>
  readonly go: Step
  /** Pictured in every size and in dark: what a reader sees first. */
  readonly main?: true
}

export const place = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).click()
export const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
export const dialog = (page: Page) => page.getByRole('dialog')

type Step = (page: Page, till: Till) => Promise<unknown>
/** These steps one after the other. */
export const oneByOne =
  (...steps: readonly Step[]): Step =>
  async (page, till) => {
    for (const step of steps) await step(page, till)
  }
/** Presses the first button of that name, for a dialog. */
export const toDialog = (name: string) => async (page: Page) => {
  await press(page, name)
  await dialog(page).waitFor()
}
const toReceipt = (code: string) => (page: Page) => lookUp(page, code)
/** A refund of the example that ends so. */
const endingAs =
  (state: AttemptState): Step =>
  (page, { main }) => {
    main.ends.set(example, state)
    return refundOf(page, example)
  }
/** Scans a code that the service answers with this fault. */
const missedBy =
  (fault: Fault): Step =>
  (page, { main }) => {
    main.service.faults.set(other, fault)
    return missed(page, other)
  }

async function refundOf(page: Page, code: string): Promise<void> {
  await lookUp(page, code)
  await refundByKeys(page)
  await outcome(page).waitFor()
}

export const openForm = oneByOne(toReceipt(example), openRefund)

const toPart = oneByOne(toReceipt(example), (page) => fillPart(page))

const noReceipt = (page: Page) => page.getByRole('region', { name: 'No receipt' })

async function missed(page: Page, code: string): Promise<void> {
  await scan(page, code)
  await noReceipt(page).waitFor()
}

const offline: Step = async (_page, { main }) => main.cutLine(true)

async function lockedUnread(page: Page, { main }: Till): Promise<void> {
  const { id } = main.service.find(example)?.record ?? { id: '' }
  main.locks.set(id, unreadLock)
  await lookUp(page, example)
}

export const counterScreens = {
  counter: { go: untilCounter, main: true },
  looking: {
    go: async (page, { main }) => {
      main.hold('lookup:find')
      await scan(page, other)
      await page.getByRole('heading', { name: 'Looking up' }).waitFor()
    },
  },
  receipt: { go: toReceipt(example), main: true },
  practice: { app: { mode: 'practice' }, go: toReceipt('DEMO-TIPS') },
  more: {
    go: oneByOne(
      toReceipt(example),
      (page) => press(page, 'More'),
      (page) => page.getByRole('region', { name: 'Store' }).first().waitFor(),
    ),
    main: true,
  },
  'unknown-status': { go: toReceipt('DEMO-ON-HOLD') },
  refund: { go: openForm, main: true },
  'part-refund': { go: toPart, main: true },
  // The last reason, in any language.
  'other-reason': { go: oneByOne(toPart, (page) => refundForm(page).getByRole('radio').last().click()) },
  sending: {
    go: async (page, { main }) => {
      main.hold('refund:issue')
      await lookUp(page, example)
      await refundByKeys(page)
      await sendingPanel(page).waitFor()
    },
    main: true,
  },
  refunded: { go: (page) => refundOf(page, example), main: true },
  'not-refunded': { go: endingAs('refused') },
  unconfirmed: { go: endingAs('unconfirmed'), main: true },
  'probably-refunded': { go: endingAs('refunded_probably') },
  'not-sent': {
    go: async (page, { main }) => {
      await lookUp(page, example)
      main.service.reached = false
      await refundByKeys(page)
      await outcome(page).waitFor()
    },
  },
  stopped: {
    go: (page, { main }) => {
      const { record } = main.service.find(example) ?? {}
      if (record === undefined) throw new Error('There is no example')
      const newer = { ...record, refunded: record.amount, status: 'refunded' } as const
      main.answer('refund:issue', () => fail({ kind: 'refunded_elsewhere', record: newer }))
      return refundOf(page, example)
    },
  },
  broken: {
    go: (page, { main }) => {
      main.answer('refund:issue', () => fail({ kind: 'bug', detail: 'TypeError' }))
      return refundOf(page, example)
    },
  },
  locked: {
    go: (page, { main }) => {
      main.addAttempt(example, { state: 'unconfirmed' }, 1000)
      return lookUp(page, example)
    },
  },
  'locked-unread': { go: lockedUnread },
  release: { go: oneByOne(lockedUnread, toDialog('A supervisor has checked it')) },
  stale: {
    go: async (page, { main }) => {
      const { id } = main.service.find(example)?.record ?? { id: '' }
      main.stale.set(id, aStale({ since: new Date().toISOString(), missing: ['R-7K3QX9A2MD'] }))
      await lookUp(page, example)
    },
    main: true,
  },
  'saved-copy-refreshing': {
    go: async (page, { main }) => {
      await lookUp(page, example)
      await lookUp(page, other)
      main.hold('lookup:find')
      await lookUp(page, example)
      await receipt(page).getByText('Saved copy').waitFor()
    },
  },
  'saved-copy-offline': {
    go: oneByOne(toReceipt(example), offline, toReceipt(example), (page) =>
      receipt(page).getByText('Saved copy').waitFor(),
    ),
    main: true,
  },
  'lookup-offline': { go: oneByOne(offline, (page) => missed(page, 'NEVER-SEEN-HERE')) },
  'lookup-fault': {
    go: missedBy({ kind: 'service_error', httpStatus: 500, message: 'Internal Error' }),
    main: true,
  },
  'not-found': { go: (page) => missed(page, 'NEVER-SEEN-HERE') },
  'token-refused': { go: missedBy({ kind: 'token_not_accepted', httpStatus: 401, message: '' }) },
  'list-refused': {
    go: async (page, { main }) => {
      const name = 'NEVER-SEEN-HERE'
      main.answer('outage:take-list', () => fail({ kind: 'list_not_taken', name, why: 'no_text', line: 1 }))
      await drop(page, { name, text: '\u0000\u0001' })
      await page.locator('.notice-rows .notice').waitFor()
    },
  },
} satisfies Readonly<Record<string, Screen>>
