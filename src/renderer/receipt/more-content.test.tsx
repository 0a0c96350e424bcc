import { describe, expect, it } from 'vitest'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { RelatedKind } from '../../shared/payment/codes'
import { plainFields } from '../../shared/payment/transaction'
import { aRecord } from '../../shared/testing/record-sample'
import type { RelatedState } from '../store/store'
import { draw, linesIn, sectionsIn, wordsIn } from '../store/testing/draw'
import { aShown } from '../store/testing/samples'
import type { ReceiptFor } from '../words/receipt'
import { MoreContent } from './more'

/** A record whose values are the fields' names. */
const allFields = Object.fromEntries(plainFields.map((field) => [field, `<${field}>`]))

function moreOf(
  shown: ShownTransaction,
  related: readonly (readonly [RelatedKind, RelatedState])[] = [],
  to: ReceiptFor = 'screen',
): string {
  return draw(<MoreContent shown={shown} related={new Map(related)} to={to} />)
}

const known = (kind: RelatedKind, change: object = {}): readonly [RelatedKind, RelatedState] => {
  return [kind, { at: 'known', record: { kind, lines: [], cut: false, ...change } }]
}

describe('More', () => {
  it('shows every documented field that the face does not, in the interface’s order, and unknown ones by name', () => {
    const shown = aShown(1, {
      record: aRecord({ fields: allFields, extra: { loyalty: '7', constructor: 'x' } }),
    })
    const onFace = 'refunded tips paid_at refunded_at transaction_id custom_id reference_id'.split(' ')
    const below = plainFields.filter((field) => !onFace.includes(field) && field !== 'pin_key')
    const lines = linesIn(moreOf(shown))
    expect(lines.map(([, value]) => value)).toEqual([
      ...below.map((field) => `<${field}>`),
      ...['Present, not shown', '7', 'x'],
    ])
    expect(new Set(lines.map(([name]) => name)).size).toBe(lines.length)
    expect(lines.slice(-2).map(([name]) => name)).toEqual(['loyalty', 'constructor'])
  })

  it('writes a time of the service as people do, also in a related record; what is no time stands as it came', () => {
    const fields = { created_at: '2026-11-20 10:30:59', settled_at: '2026-02-30 10:31:07' }
    const lines = [{ name: 'opened_at', value: '2024-01-05 09:00:00' }]
    const more = moreOf(aShown(1, { record: aRecord({ fields }) }), [known('store', { lines })])
    expect(linesIn(more).filter(([, value]) => value !== '–')).toEqual([
      ['Settled', '2026-02-30 10:31:07'],
      ['Created', '20 Nov 2026, 10:30:59'],
      ['Opened at', '5 Jan 2024, 09:00:00'],
    ])
  })

  it('says of a negative refund charge that it was returned to the store', () => {
    const more = moreOf(aShown(1, { record: aRecord({ fields: { refund_charge: '-1.50' } }) }))
    expect(wordsIn(more)).toContain('-1.50 · returned to the store')
  })

  it('says of a saved copy which fields are never kept, and of others that they are empty', () => {
    const record = aRecord({ fields: {} })
    const notKept = (source: ShownTransaction['source']) =>
      linesIn(moreOf(aShown(1, { record, source }))).filter(([, value]) => value !== '–')
    expect([notKept('service'), notKept('saved')]).toEqual([
      [],
      ['Payer', 'Buyer', 'Extra parameters', 'PIN key'].map((name) => [name, 'Not kept in saved receipts']),
    ])
  })

  it('lets a long text scroll in a box of its own, and gives it a page of paper', () => {
    const long = 'x'.repeat(65_535)
    const emoji = `x${'😀'.repeat(65_534)}`
    const record = aRecord({ fields: { gateway_sub_name: long }, extra: { emoji } })
    const shown = aShown(1, { record })
    const screen = moreOf(shown)
    expect(screen.split('more-long').length - 1).toBe(2)
    // The rest is drawn later (odd-records.spec.ts).
    for (const start of ['x'.repeat(600), '😀'.repeat(599)]) expect(screen).toContain(`${start}…`)
    const paper = moreOf(shown, [], 'store')
    expect([paper.includes('more-long'), paper.includes('x'.repeat(4001))]).toEqual([false, false])
    expect(paper).toContain(`${'x'.repeat(4000)}…`)
  })

  it('says of a PIN key only that there is one, on screen and paper, under any name', () => {
    const record = aRecord({
      fields: { pin_key: 'present' },
      extra: { 'card.pinKey': 'present', PIN_KEY: '' },
    })
    for (const to of ['screen', 'store'] as const) {
      expect(linesIn(moreOf(aShown(1, { record }), [], to)).slice(-3)).toEqual([
        ['PIN key', 'Present, not shown'],
        ['card.pinKey', 'Present, not shown'],
        ['PIN_KEY', ''],
      ])
    }
  })

  it('shows who paid once somebody asked for it, and never on paper', () => {
    const record = aRecord({ fields: { payer: 's••••@example.org' }, extra: { buyer: '••••' } })
    const revealed = new Map(Object.entries({ payer: 'someone@example.org', buyer: 'B-1' }))
    const shown = aShown(1, { record })
    const screen = draw(<MoreContent shown={shown} related={new Map()} to="screen" revealed={revealed} />)
    expect(linesIn(screen)).toEqual(
      expect.arrayContaining([
        ['Payer', 'someone@example.org'],
        ['buyer', 'B-1'],
      ]),
    )
    expect(moreOf(shown, [], 'store')).toContain('s••••@example.org')
  })

  it('says what was cut, kept too long, or is otherwise not as documented', () => {
    const many = Array.from({ length: 15 }, (_, index) => `x${index}`)
    const odd = ['paid_at', 'reference_id', 'gateway_sub_name', 'refund_details.remark']
    const record = aRecord({ fields: allFields, odd, tooLong: ['currency'] })
    const words = wordsIn(moreOf(aShown(1, { record })))
    expect(words).toContain('Longer than the service promises: Currency.')
    expect(words).toContain('promises: Paid on, Reference, Gateway subtype name, refund_details.remark.')
    const long = wordsIn(moreOf(aShown(1, { record: aRecord({ odd: many }) })))
    expect(long).toContain('x10, x11 and 3 more.')
  })

  it('shows each related record as labelled lines under its own name, whatever its shape', () => {
    const lines = [
      { name: 'id', value: 's-2' },
      { name: 'first_name', value: 'Kit' },
      { name: 'address.post_code', value: '' },
      { name: 'items.0.URL', value: 'https://pay.example' },
      { name: '', value: 'a bare text' },
      { name: '__proto__', value: 'x' },
    ]
    expect(sectionsIn(moreOf(aShown(1), [known('store', { lines, cut: true })]))).toEqual([
      'Store ID s-2 First name Kit Address, Post code – Items, 0, URL https://pay.example Value a bare text ' +
        '__proto__ x There is more than is shown here.',
    ])
  })

  it('says what is being asked, what there is not, and nothing of what is not chosen', () => {
    const related = [
      known('emv_code', { lines: [{ name: 'id', value: 'e' }] }),
      known('fixed_code'),
      ['store', { at: 'asking' }] as const,
    ]
    const [store, fixed, emv, ...rest] = sectionsIn(moreOf(aShown(1), related))
    expect([store, fixed, emv, rest]).toEqual(['Store Asking…', 'Fixed code None', 'EMV code ID e', []])
    expect(sectionsIn(moreOf(aShown(1), related, 'store')).map((words) => words.split(' ')[0])).toEqual([
      'Fixed',
      'EMV',
    ])
  })

  it.each([
    [{ kind: 'service_error', httpStatus: 403, message: 'Not yours' }, 'The service says: Not yours (403).'],
    [{ kind: 'token_not_accepted', httpStatus: 401, message: 'No' }, 'The service says: No (401).'],
    [{ kind: 'not_connected', reason: 'refused', detail: '' }, 'Can’t reach the payment service.'],
  ] as const)('says why a related record is not available: %j', (fault, words) => {
    const more = moreOf(aShown(1), [['user', { at: 'failed', fault }]])
    expect(sectionsIn(more)).toEqual([`User Not available. ${words}`])
  })
})
