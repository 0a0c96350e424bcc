import { describe, expect, it } from 'vitest'
import { shownTransactionSchema } from '../attempt/payment-standing'
import { events } from '../contract/contract'
import { aRecord, aShownRecord } from '../testing/record-sample'
import { hiddenValues, hidesSomething, maskedRecord, maskedText } from './private-fields'

const record = aRecord({
  fields: {
    payer: 'someone@example.org',
    buyer_id: '2088102913345678',
    extra_parameters: '{"x":1}',
    amount: '120.50',
  },
  extra: {
    loyalty: 'gold',
    'card.payer': 'Someone Else',
    debug: '{"buyerId":"2088","open":true}',
    'card.pin_key': 'present',
  },
})
const secrets = /someone|2088102|2088"|Someone Else|"x"/
const shown = aShownRecord({ record })

describe('a record that leaves main', () => {
  it('tells enough of who paid to compare, and not who it is', () => {
    expect(
      'someone@example.org|2088102913345678|Mei|a@b.example|x@y@z-long-text|😀😀😀😀😀😀😀😀|'
        .split('|')
        .map(maskedText),
    ).toEqual(['s••••@example.org', '••••5678', '••••', '••••mple', '••••text', '••••😀😀😀😀', ''])
  })

  it('is masked by the contract itself, in answers and in what is pushed', () => {
    const answer = shownTransactionSchema.parse(shown)
    const recent = { code: '', foundBy: 'internal_id', record, at: shown.at, lockedBy: null }
    const pushed = [events['lookup:copy-found'].parse(shown), events['lookup:recent-changed'].parse([recent])]
    expect(JSON.stringify([answer, pushed])).not.toMatch(secrets)
    expect([answer.record.fields, answer.record.extra]).toEqual([
      { payer: 's••••@example.org', buyer_id: '••••5678', extra_parameters: '••••', amount: '120.50' },
      { loyalty: 'gold', 'card.payer': '••••', debug: '••••', 'card.pin_key': 'present' },
    ])
  })

  it('can be asked for what it hides, and for nothing else', () => {
    expect([hiddenValues(record), hiddenValues(maskedRecord({ ...record, fields: {}, extra: {} }))]).toEqual([
      {
        payer: 'someone@example.org',
        buyer_id: '2088102913345678',
        extra_parameters: '{"x":1}',
        'card.payer': 'Someone Else',
        debug: '{"buyerId":"2088","open":true}',
      },
      {},
    ])
    expect([
      hidesSomething(maskedRecord(record)),
      hidesSomething({ fields: { amount: '1' }, extra: {} }),
    ]).toEqual([true, false])
  })
})
