import { describe, expect, it } from 'vitest'
import { documentedLengths, type Transaction } from '../../shared/transaction'
import { makeRecentTransactions } from './recent'

function recordOf(id: string, refunded = 0): Transaction {
  const texts = { transactionId: '', customId: '', companyId: '', status: 'paid', currency: 'HKD' }
  const rest = {
    gatewayCode: '',
    updatedAt: '',
    amount: 100,
    fields: {},
    links: [],
    details: [],
    extra: {},
    lengths: documentedLengths,
  }
  return { id, ...texts, ...rest, refunded }
}

function setUp(undecided: readonly string[] = []) {
  let minute = 0
  const now = () => new Date(minute++ * 60_000)
  const recent = makeRecentTransactions(now, (id) => undecided.includes(id))
  const add = (id: string, refunded = 0) =>
    recent.add({ code: `code ${id}`, foundBy: 'custom_id', record: recordOf(id, refunded) })
  return { recent, add, ids: () => recent.list().map((entry) => entry.record.id) }
}

describe('the recent transactions', () => {
  it('stand newest first, each once', () => {
    const { add, ids } = setUp()
    for (const id of ['a', 'b', 'a']) add(id)
    expect(ids()).toEqual(['a', 'b'])
  })

  it('are fifty at most', () => {
    const { add, ids } = setUp()
    for (let number = 1; number <= 51; number += 1) add(`${number}`)
    expect([ids().length, ids()[0], ids().at(-1)]).toEqual([50, '51', '2'])
  })

  it('show the newest record in its old place, and what is undecided', () => {
    const { recent, add } = setUp(['a'])
    add('a')
    add('b')
    recent.update(recordOf('a', 60))
    recent.update(recordOf('never shown', 60))
    expect(recent.list().map((entry) => [entry.record.id, entry.record.refunded, entry.undecided])).toEqual([
      ['b', 0, false],
      ['a', 60, true],
    ])
  })
})
