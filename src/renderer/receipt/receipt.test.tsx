import { describe, expect, it } from 'vitest'
import type { AppState, ShownTransaction } from '../../shared/contract/contract'
import type { Transaction } from '../../shared/payment/transaction'
import { aRecord } from '../../shared/testing/record-sample'
import { noStores, type State } from '../store/store'
import { draw, linesIn, sectionsIn, wordsIn } from '../store/testing/draw'
import { aSending, aShown, aStale, unreadLock } from '../store/testing/samples'
import type { ReceiptFor } from '../words/receipt'
import { words } from '../words/words'
import { MoreContent } from './more'
import { ReceiptBody } from './receipt'
import { ReceiptPanel } from './receipt-panel'

/** Every field of the receipt's face, and fees, which are not on it. */
const faceFields = {
  ...{ transaction_id: '483920174462', custom_id: 'C7719920461', reference_id: 'REF-1' },
  ...{
    paid_at: '2026-11-20 10:31:07',
    refunded_at: '2026-11-20 12:00:00',
    settled_at: '2026-11-21 03:00:00',
  },
  ...{ amount: '120.50', currency: 'HKD', tips: '12', refunded: '20.00', status: 'paid' },
  ...{ charge: '1.5', refund_charge: '-1.50', net: '98.50' },
}

const shownOf = (record: Partial<Transaction>, change: Partial<ShownTransaction> = {}) =>
  aShown(1, { record: aRecord(record), ...change })

function receiptOf(shown: ShownTransaction, app: Parameters<typeof draw>[1] = {}): string {
  return draw(<ReceiptBody shown={shown} to="screen" />, app)
}

describe('the face of a receipt', () => {
  it('says first what can be refunded, then when it was paid, then its ids, and nothing of fees', () => {
    expect(linesIn(receiptOf(shownOf({ refunded: 2000, fields: faceFields })))).toEqual([
      ['Refundable', 'HK$100.50'],
      ['Refunded so far', 'HK$20.00'],
      ['Tips', 'HK$12.00'],
      ['Paid on', '20 Nov 2026, 10:31:07 · service time'],
      ['Refunded on', '20 Nov 2026, 12:00:00'],
      ['Transaction ID', '483920174462'],
      ['Custom ID', 'C7719920461'],
      ['Reference', 'REF-1'],
    ])
  })

  it.each(['2026-02-30 10:31:07', '2026-11-20T10:31:07+08:00', '20/11/2026'])(
    'leaves a time that cannot be read as it came: %s',
    (paidAt) => {
      const lines = linesIn(receiptOf(shownOf({ fields: { paid_at: paidAt } })))
      expect(lines.filter(([name]) => name === 'Paid on')).toEqual([['Paid on', `${paidAt} · service time`]])
    },
  )

  it('writes every sum as its head does: the currency’s own digits, grouped', () => {
    const fields = { refunded: '1000.00', tips: '2.5' }
    const yen = shownOf({ currency: 'JPY', amount: 1_280_000, refunded: 100_000, fields })
    const markup = receiptOf(yen)
    expect(wordsIn(markup)).toContain('¥12,800')
    expect(linesIn(markup).slice(0, 3)).toEqual([
      ['Refundable', '¥11,800'],
      ['Refunded so far', '¥1,000'],
      ['Tips', '¥2.5'],
    ])
  })

  it.each(['twelve', '1,200.00', '1.234'])('leaves an amount that is none, %s, as it came', (refunded) => {
    expect(linesIn(receiptOf(shownOf({ fields: { refunded } })))).toEqual([['Refunded so far', refunded]])
  })

  it('says the amount once on screen where all of it can be refunded, and nothing of zero; paper says both', () => {
    const shown = shownOf({ fields: { refunded: '0.00', tips: '0.00' } })
    expect(linesIn(receiptOf(shown))).toEqual([])
    expect(linesIn(draw(<ReceiptBody shown={shown} to="customer" />)).slice(0, 3)).toEqual([
      ['Refundable', 'HK$120.50'],
      ['Refunded so far', 'HK$0.00'],
      ['Tips', 'HK$0.00'],
    ])
  })

  it('is headed by the store, and has the sections of its details under that', () => {
    const details = { kind: 'refund', requestUserId: '', firstName: 'Kit', lastName: '', remark: '' } as const
    const markup = receiptOf(shownOf({ details: [details] }))
    expect([...markup.matchAll(/<h(\d)/g)].map(([, level]) => level)).toEqual(['2', '3'])
  })

  it('says on a payment that is locked that it must not be refunded', () => {
    for (const change of [{ lock: unreadLock }, { stale: aStale() }]) {
      const markup = receiptOf(shownOf({}, change))
      expect(wordsIn(markup)).toContain('? Do not refund')
      expect(linesIn(markup)[0]).toEqual(['Refundable', 'Locked'])
    }
  })

  it('says on paper nothing of the staff who refunded it', () => {
    const kit = { kind: 'refund', requestUserId: 'u-1', firstName: 'Kit', lastName: '', remark: '' } as const
    const shown = shownOf({ details: [kit], fields: faceFields })
    const paper = wordsIn(draw(<ReceiptBody shown={shown} to="customer" />))
    expect(paper).toContain('483920174462')
    expect(paper).not.toMatch(/u-1|Kit|Fee|Net|98\.50|1\.50/)
  })

  it('gives a customer no word of a refund that is being checked, or of what is odd; the store’s own sheet keeps it', () => {
    const odd = shownOf({ tooLong: ['currency'] })
    for (const change of [{ lock: unreadLock }, { stale: aStale() }]) {
      const shown = { ...odd, ...change }
      const drawnFor = (to: ReceiptFor) => wordsIn(draw(<ReceiptBody shown={shown} to={to} />))
      expect(drawnFor('customer')).not.toMatch(/Do not refund|Refundable|Locked|onger than/)
      for (const words of ['Do not refund', 'Refundable', 'onger than']) {
        expect(drawnFor('store')).toContain(words)
      }
    }
  })

  it('gives a customer no sum that can be refunded while this payment’s refund is being sent', () => {
    const [shown, other] = [shownOf({}), shownOf({})]
    const counter = aSending(shown)
    const drawnOf = (which: ShownTransaction) =>
      wordsIn(draw(<ReceiptBody shown={which} to="customer" />, {}, { counter }))
    expect(drawnOf(shown)).not.toContain('Refundable')
    expect(drawnOf(other)).toContain('Refundable')
  })

  it('names the wallet as the service does, and says nothing of its code', () => {
    const fields = { gateway_sub_name: 'Octopus', gateway_code: '12_3' }
    const words = wordsIn(receiptOf(shownOf({ gatewayCode: '12_3', fields })))
    expect(words).toContain('Octopus')
    expect(words).not.toMatch(/Mobile wallet C|12_3/)
  })

  it.each(Object.entries(words.gateways))(
    'names gateway %s by our own name, %s, where the service does not',
    (gatewayCode, name) => {
      expect(wordsIn(receiptOf(shownOf({ gatewayCode })))).toContain(name)
    },
  )

  it.each([
    ['14_1', 'Gateway 14_1'],
    ['', 'No gateway'],
    ['__proto__', 'Gateway __proto__'],
  ])('says %j as “%s”', (gatewayCode, words) => {
    expect(wordsIn(receiptOf(shownOf({ gatewayCode })))).toContain(words)
  })

  it.each([
    ['paid', 0, '✓ Paid'],
    ['paid', 2000, '↩ Partly refunded'],
    ['refunded', 12050, '↩ Refunded'],
    ['cancelled', 0, '✕ Cancelled'],
    ['precreated', 0, '… Not paid yet'],
    ['chargeback', 12050, '• Status “chargeback” · Refunded'],
    ['chargeback', 2000, '• Status “chargeback” · Partly refunded'],
    ['', 0, '• No status'],
    ['__proto__', 0, '• Status “__proto__”'],
  ])('says the status %j with %d refunded as “%s”', (status, refunded, words) => {
    expect(wordsIn(receiptOf(shownOf({ status, refunded })))).toContain(words)
  })

  it.each([
    ['cancellation', 'Cancellation'],
    ['refund', 'Refund'],
    ['fail', 'Failure'],
  ] as const)('has a section for the details of a %s', (kind, title) => {
    const details = { kind, requestUserId: 'u-1', firstName: 'Kit', lastName: 'Lee', remark: 'Damaged' }
    const markup = receiptOf(shownOf({ details: [details] }))
    expect(sectionsIn(markup)).toEqual([`${title} Name Kit Lee User u-1 Remark Damaged`])
  })

  it.each([
    ['1,234.00', 'HKD', 'Amount unreadable: “1,234.00” HKD'],
    ['twelve', '', 'Amount unreadable: “twelve”'],
    ['', 'HKD', 'No amount'],
  ])('keeps the text of an amount %j that cannot be read', (amount, currency, words) => {
    expect(wordsIn(receiptOf(shownOf({ amount: null, currency, fields: { amount } })))).toContain(words)
  })

  it('says what decides about a refund and is longer than documented', () => {
    const words = wordsIn(receiptOf(shownOf({ odd: ['paid_at'], tooLong: ['currency', 'amount'] })))
    expect(words).toContain('Longer than the service promises: Currency, Amount.')
    expect(words).not.toContain('Not in the form')
  })

  it('says of a saved copy that it is one, and when it was saved', () => {
    expect(wordsIn(receiptOf(shownOf({}, { source: 'saved' })))).toMatch(/Saved copy · .*\d\d:\d\d/)
  })
})

describe('whose receipt it is', () => {
  const headOf = (store_id: string, app: Partial<AppState>, stores: Partial<State['stores']> = {}) => {
    const part = <ReceiptBody shown={shownOf({ fields: { store_id } })} to="screen" />
    return wordsIn(draw(part, app, { stores: { ...noStores, ...stores } })).split(' EFTPOS')[0]
  }
  const question = 'Was this paid at this till’s store? Yes No'

  it.each([
    ['s-2', { storeId: 's-2' }, 'Store s-2'],
    ['', { storeId: '' }, 'Payment'],
    ['s-2', { storeId: 's-1' }, 'Store s-2 Taken at another store: s-2'],
    ['s-2', { storeId: '' }, `Store s-2 ${question}`],
    ['s-2', { storeId: '', setByPolicy: ['storeId'] as const }, 'Store s-2'],
  ])('of store %j at a till of %j is headed “%s”', (storeId, app, head) => {
    expect(headOf(storeId, { tillName: 'Harbour Road', ...app })).toBe(head)
  })

  it('goes by ids alone: a till of a like name is told nothing', () => {
    const app = { storeId: 's-2', tillName: 'Harbour Road' }
    expect(headOf('s-2', app, { names: new Map([['s-2', 'Wong Kee (Central)']]) })).toBe('Wong Kee (Central)')
  })

  it('is asked by name and id once More has told the name, and not again of a store that is another', () => {
    const asked = (other: string) =>
      headOf('s-2', { storeId: '' }, { names: new Map([['s-2', 'Peak Galleria']]), others: new Set([other]) })
    expect([asked('s-3'), asked('s-2')]).toEqual([
      'Peak Galleria Was this paid at this till’s store? Peak Galleria, s-2 Yes No',
      'Peak Galleria',
    ])
  })
})

describe('the links of a payment', () => {
  const linksOf = (...links: Transaction['links'][number][]) =>
    receiptOf(shownOf({ links, status: 'precreated' }))

  it('are drawn as codes while it can be paid by them, and only text under More afterwards', () => {
    const links = [{ rel: 'checkout', href: 'https://pay.example/c/1' }]
    const places = (status: string) => {
      const shown = shownOf({ links, status })
      const more = draw(<MoreContent shown={shown} related={new Map()} to="screen" />)
      return [receiptOf(shown), more].map((markup) => {
        if (!wordsIn(markup).includes('Checkout https://pay.example/c/1')) return 'nowhere'
        return markup.includes('barcode-qrcode') ? 'drawn' : 'text'
      })
    }
    expect(places('precreated')).toEqual(['drawn', 'nowhere'])
    for (const status of ['paid', 'refunded', 'cancelled', 'chargeback']) {
      expect(places(status)).toEqual(['nowhere', 'text'])
    }
  })

  it.each([
    ['checkout_wap', 'Checkout on a phone'],
    ...['self', '__proto__', 'constructor'].map((rel) => [rel, rel]),
    ['', 'Link'],
  ])('of rel %j is named “%s”, with its address as text', (rel, name) => {
    const markup = linksOf({ rel, href: 'https://pay.example/c/1?a=1&b=2' })
    expect(wordsIn(markup)).toContain(`${name} https://pay.example/c/1?a=1&b=2`)
    expect(markup).toContain(`aria-label="Copy the link: ${name}"`)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'weixin://wxpay/1', ''])(
    'says that %j is no web address, and leads nowhere',
    (href) => {
      const markup = linksOf({ rel: 'checkout', href })
      expect(wordsIn(markup)).toContain('Checkout Not a web address')
      expect(markup).not.toMatch(/<a[\s>]|href=|src=/)
    },
  )

  it('shows and copies an address, however long it is', () => {
    const href = `https://pay.example/${'x'.repeat(4000)}`
    const markup = linksOf({ rel: 'checkout', href })
    // The rest of a long text is drawn later (odd-records.spec.ts).
    expect([markup.includes(href.slice(0, 600)), markup.includes('Copy the link')]).toEqual([true, true])
  })
})

describe('beside a receipt', () => {
  const panelOf = (record: Partial<Transaction>) => wordsIn(draw(<ReceiptPanel shown={shownOf(record)} />))

  it('a payment with an unlisted status is never said to be paid back to the customer', () => {
    const words = panelOf({ status: 'chargeback', refunded: 12050 })
    expect(words).toContain('gives this payment the status “chargeback”, which Tillside doesn’t know.')
    expect(words).toContain('Check the payment in the provider’s portal.')
    expect(words).not.toMatch(/went back|Show the customer/)
  })

  it('names what is too long to refund by', () => {
    const words = panelOf({ tooLong: ['id'] })
    expect(words).toContain('Longer than the service promises: Internal ID.')
    expect(words).not.toContain('Refund R')
  })
})
