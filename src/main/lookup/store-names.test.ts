import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../shared/transaction'
import { mostStoreNames, type StoreName } from '../copies/related-rows'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import type { ReplyOrigin } from '../payments/payment-service'
import { makeStoreNames } from './store-names'

const atStore = (store: string, change: Partial<Transaction> = {}) =>
  aCopyRecord('1', { fields: { store_id: store }, ...change })

const ours: ReplyOrigin = { ...thisTill, forgotten: 0 }

function setUp() {
  const till = {
    kept: [] as StoreName[],
    opens: true,
    now: 0,
  }
  const start = () =>
    makeStoreNames({
      copies: {
        keepStoreName: (_origin, named) => till.kept.push(named),
        storeNames: async () => (till.opens ? till.kept : null),
      },
      now: () => till.now,
    })
  return { till, start }
}

describe('what a store is called', () => {
  it('is known from then on, also after a restart once the kept names are there', async () => {
    const { till, start } = setUp()
    const first = start()
    const before = first.storeOf(ours, atStore('st-1'))
    first.learn(ours, atStore('st-1'), 'Harbour Road')
    const second = start()
    const early = second.storeOf(ours, atStore('st-1')).name
    await second.ready()
    expect([
      before,
      first.storeOf(ours, atStore('st-1')),
      early,
      second.storeOf(ours, atStore('st-1')).name,
    ]).toEqual([{ id: 'st-1', name: null }, { id: 'st-1', name: 'Harbour Road' }, null, 'Harbour Road'])
    expect(till.kept).toHaveLength(1)
  })

  it('is written down once, and again when it changes', () => {
    const { till, start } = setUp()
    const names = start()
    for (const name of ['Harbour Road', 'Harbour Road', 'Harbour Rd'])
      names.learn(ours, atStore('st-1'), name)
    expect([till.kept.length, names.storeOf(ours, atStore('st-1')).name]).toEqual([2, 'Harbour Rd'])
  })

  it('holds for that store of that company at that service only', () => {
    const { start } = setUp()
    const names = start()
    names.learn(ours, atStore('st-1'), 'Harbour Road')
    names.learn(ours, atStore('st-1', { companyId: '' }), 'Nobody’s')
    const nameOf = (record: Transaction, origin: ReplyOrigin | undefined = ours) =>
      names.storeOf(origin, record).name
    const here = [
      nameOf(atStore('st-2')),
      nameOf(atStore('st-1', { companyId: 'company-2' })),
      nameOf(atStore('st-1', { companyId: '' })),
      nameOf(atStore('')),
    ]
    const other = { ...ours, credentials: 'digest-2' }
    const renewed = [nameOf(atStore('st-1'), other), nameOf(atStore('st-1', { companyId: '' }), other)]
    const elsewhere = nameOf(atStore('st-1'), { ...ours, address: 'https://other.example' })
    const nobodys = names.storeOf(undefined, atStore('st-1')).name
    expect([here, renewed, elsewhere, nobodys]).toEqual([
      [null, null, 'Nobody’s', null],
      ['Harbour Road', null],
      null,
      null,
    ])
  })

  it('is forgotten with the copies', () => {
    const { start } = setUp()
    const names = start()
    names.learn(ours, atStore('st-1'), 'Harbour Road')
    names.rest(ours, atStore('st-2'), 1000)
    names.forget()
    expect([names.storeOf(ours, atStore('st-1')).name, names.isResting(ours, atStore('st-2'))]).toEqual([
      null,
      false,
    ])
  })

  it('is read again when the copies could not be opened, and what was learned meanwhile stays', async () => {
    const { till, start } = setUp()
    const [key] = (() => {
      start().learn(ours, atStore('st-1'), 'Old')
      return till.kept
    })()
    till.opens = false
    const names = start()
    await names.ready()
    const closed = names.storeOf(ours, atStore('st-1')).name
    till.opens = true
    await names.ready()
    expect([key?.name, closed, names.storeOf(ours, atStore('st-1')).name]).toEqual(['Old', null, 'Old'])
  })

  it('is remembered for so many stores at most', () => {
    const { start } = setUp()
    const names = start()
    for (let number = 0; number <= mostStoreNames; number += 1)
      names.learn(ours, atStore(`st-${number}`), 'N')
    const known = (number: number) => names.storeOf(ours, atStore(`st-${number}`)).name
    expect([known(0), known(1), known(mostStoreNames)]).toEqual([null, 'N', 'N'])
  })

  it('is left alone for a while where the service did not say', () => {
    const { till, start } = setUp()
    const names = start()
    names.rest(ours, atStore('st-1'), 1000)
    const at = [names.isResting(ours, atStore('st-1')), names.isResting(ours, atStore('st-2'))]
    till.now = 1000
    expect([at, names.isResting(ours, atStore('st-1'))]).toEqual([[true, false], false])
  })
})
