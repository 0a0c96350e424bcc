/** Each sheet is in its reader's language: the customer's in theirs, the store's own in that of the screen. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Language } from '../../shared/base/choices'
import type { AppState, ShownTransaction } from '../../shared/contract/contract'
import type { Transaction } from '../../shared/payment/transaction'
import { anAppState } from '../../shared/testing/app-state-sample'
import { aRecord } from '../../shared/testing/record-sample'
import type { PaperContent, State } from '../store/store'
import { wordsIn } from '../store/testing/draw'
import { anAttempt, aSending, aShown } from '../store/testing/samples'

/** Returns the window's code in these languages. They are loaded before all other code. */
async function windowIn(screen: Language, paper: readonly Language[]) {
  vi.resetModules()
  const { speak } = await import('../words/words')
  await speak({ screen, paper })
  const { draw } = await import('../store/testing/draw')
  const { PaperSheet } = await import('./paper')
  return (content: PaperContent, app: Partial<AppState>, state: Partial<State> = {}) =>
    draw(<PaperSheet content={content} />, app, state)
}

// Nothing that comes from outside has a letter: every letter on the sheets is ours.
const service = '10.0.0.1'
const { about } = anAppState()
const till = {
  ...{ tillName: '12', storeId: '1', deviceId: '34', practiceServices: [service] },
  about: { ...about, build: 'package', testBuild: true, foreignProfile: true },
} as const

const shownOf = (change: Partial<Transaction>, rest: Partial<ShownTransaction> = {}) => {
  const record = aRecord({ currency: '', ...change })
  const fields = { ...record.fields, store_id: '7', reference_id: '5', tips: '1.00', ...change.fields }
  const times = { paid_at: '2026-11-20 10:31:07', refunded_at: '2026-11-20 10:31:07' }
  return aShown(1, {
    service,
    source: 'saved',
    ...rest,
    record: { ...record, fields: { ...times, ...fields } },
  })
}

const rels = ['checkout', 'qrcode', 'checkout_wap', 'checkout_code', 'qrcode_wap', '']
const unpaid = shownOf({ status: 'precreated', links: rels.map((rel) => ({ rel, href: '8' })) })
const showns: readonly ShownTransaction[] = [
  unpaid,
  ...['paid', 'refunded', 'cancelled', 'failed', '', '9'].map((status) => shownOf({ status })),
  ...['', '11_2', '99_9'].map((gatewayCode) => shownOf({ gatewayCode })),
  ...['', '9;9'].map((amount) => shownOf({ amount: null, fields: { amount } })),
  shownOf({ fields: { store_id: '' }, refunded: 2000 }),
]

const receipts = showns.map((shown): PaperContent => ({ subject: 'receipt', shown }))
const slips = (['refunded', 'unconfirmed', 'refused'] as const).map((state): PaperContent => {
  const { intent } = anAttempt()
  const ids = { marker: '1', serviceAddress: service, deviceId: '34', cashier: { id: '', name: '5' } }
  const attempt = anAttempt({ state, slips: 1, intent: { ...intent, ...ids, currency: '' } })
  return { subject: 'outcome', attempt, storeId: '7' }
})
const storeCopies = showns
  .slice(0, 3)
  .map((shown): PaperContent => ({ subject: 'store_copy', shown, related: new Map() }))

/** Returns what is read on a sheet, and what is read aloud of it as a file. */
const readOn = (markup: string) =>
  [...markup.matchAll(/>([^<>]+)<|aria-label="([^"]*)"/g)].map(([, text = '', label = '']) => text + label)

/** What is Latin in every language. */
const common = /Tillside|Electron|EFTPOS v2|\bUTC|\bGMT|QR|Web/g
const latinOn = (markup: string) =>
  readOn(markup).filter((text) => /\p{sc=Latin}/u.test(text.replace(common, '')))
const chineseOn = (markup: string) => readOn(markup).filter((text) => /\p{sc=Han}/u.test(text))

describe.each([[['zh-Hant-HK']], [['zh-Hant-HK', 'ja']]] as const)(
  'beside an English screen, with customers’ languages %j',
  (paper) => {
    let sheetOf: Awaited<ReturnType<typeof windowIn>>
    beforeAll(async () => {
      sheetOf = await windowIn('en', paper)
      // The first drawing is slow.
      for (const content of storeCopies) sheetOf(content, till)
    })
    afterAll(() => vi.resetModules())

    it.each([...receipts, ...slips])('customers’ paper %# has no English', (content) => {
      const sheet = sheetOf(content, till)
      expect(latinOn(sheet)).toEqual([])
      expect([chineseOn(sheet).length > 5, sheet.includes('lang="zh-Hant-HK"')]).toEqual([true, true])
    })

    it.each(storeCopies)('the store’s own copy %# has nothing of the customers’', (content) => {
      const sheet = sheetOf(content, till)
      expect(chineseOn(sheet)).toEqual([])
      expect([latinOn(sheet).length > 5, sheet.includes('lang="en"')]).toEqual([true, true])
    })

    it('a receipt that is printed while its refund is sent says so in their language, and no other does', () => {
      const sheets = [unpaid, shownOf({})].map((shown) =>
        sheetOf({ subject: 'receipt', shown }, till, { counter: aSending(unpaid) }),
      )
      expect(sheets.flatMap(latinOn)).toEqual([])
      expect(sheets.map((sheet) => sheet.includes('退款進行中'))).toEqual([true, false])
    })

    it('names another store once in each language', () => {
      const note = paper.length === 1 ? '在其他商店付款：7' : '在其他商店付款：7 別の店舗での支払い：7'
      for (const content of [...slips, ...receipts].slice(0, 4)) {
        expect(wordsIn(sheetOf(content, till))).toContain(note)
      }
    })
  },
)
