/** The screens of the counter and of the first start (screens.ts). */
import type { Page } from '@playwright/test'
import { aStale, unreadLock } from '../../../src/renderer/store/testing/samples'
import { fail } from '../../../src/shared/base/result'
import type { AppState } from '../../../src/shared/contract/contract'
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
  readonly go: (page: Page, till: Till) => Promise<unknown>
  /** Pictured in every size and in dark: what a reader sees first. */
  readonly main?: true
}

export const place = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).click()
export const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
export const dialog = (page: Page) => page.getByRole('dialog')

async function refundOf(page: Page, code: string): Promise<void> {
  await lookUp(page, code)
  await refundByKeys(page)
  await outcome(page).waitFor()
}

export async function openForm(page: Page): Promise<void> {
  await lookUp(page, example)
  await openRefund(page)
}

async function toPart(page: Page): Promise<void> {
  await lookUp(page, example)
  await fillPart(page)
}

const noReceipt = (page: Page) => page.getByRole('region', { name: 'No receipt' })

async function missed(page: Page, code: string): Promise<void> {
  await scan(page, code)
  await noReceipt(page).waitFor()
}

async function offline({ main }: Till): Promise<void> {
  main.service.reached = false
  main.change({ connection: { state: 'offline', since: new Date().toISOString() } })
}

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
  receipt: { go: (page) => lookUp(page, example), main: true },
  practice: { app: { mode: 'practice' }, go: (page) => lookUp(page, 'DEMO-TIPS') },
  more: {
    go: async (page) => {
      await lookUp(page, example)
      await press(page, 'More')
      await page.getByRole('region', { name: 'Store' }).first().waitFor()
    },
    main: true,
  },
  'unknown-status': { go: (page) => lookUp(page, 'DEMO-ON-HOLD') },
  refund: { go: openForm, main: true },
  'part-refund': { go: toPart, main: true },
  'other-reason': {
    go: async (page) => {
      await toPart(page)
      // The last reason, in any language.
      await refundForm(page).getByRole('radio').last().click()
    },
  },
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
  'not-refunded': {
    go: (page, { main }) => {
      main.ends.set(example, 'refused')
      return refundOf(page, example)
    },
  },
  unconfirmed: {
    go: (page, { main }) => {
      main.ends.set(example, 'unconfirmed')
      return refundOf(page, example)
    },
    main: true,
  },
  'probably-refunded': {
    go: (page, { main }) => {
      main.ends.set(example, 'refunded_probably')
      return refundOf(page, example)
    },
  },
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
  release: {
    go: async (page, till) => {
      await lockedUnread(page, till)
      await press(page, 'A supervisor has checked it')
      await dialog(page).waitFor()
    },
  },
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
    go: async (page, till) => {
      await lookUp(page, example)
      await offline(till)
      await lookUp(page, example)
      await receipt(page).getByText('Saved copy').waitFor()
    },
    main: true,
  },
  'lookup-offline': {
    go: async (page, till) => {
      await offline(till)
      await missed(page, 'NEVER-SEEN-HERE')
    },
  },
  'lookup-fault': {
    go: (page, { main }) => {
      main.service.faults.set(other, { kind: 'service_error', httpStatus: 500, message: 'Internal Error' })
      return missed(page, other)
    },
    main: true,
  },
  'not-found': { go: (page) => missed(page, 'NEVER-SEEN-HERE') },
  'token-refused': {
    go: (page, { main }) => {
      main.service.faults.set(other, { kind: 'token_not_accepted', httpStatus: 401, message: '' })
      return missed(page, other)
    },
  },
  'list-refused': {
    go: async (page, { main }) => {
      const name = 'NEVER-SEEN-HERE'
      main.answer('outage:take-list', () => fail({ kind: 'list_not_taken', name, why: 'no_text', line: 1 }))
      await drop(page, { name, text: '\u0000\u0001' })
      await page.locator('.notice-rows .notice').waitFor()
    },
  },
} satisfies Readonly<Record<string, Screen>>
