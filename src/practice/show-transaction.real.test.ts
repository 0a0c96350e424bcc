import { describe, expect, it } from 'vitest'
import { relatedKinds } from '../shared/payment/codes'
import { exampleCustomId, exampleTransactionId } from './seed'
import { call, outcome, recordByCustomId, refused, serve, showPath } from './testing/call-service'
import { practiceStores } from './transaction'

type Service = Awaited<ReturnType<typeof serve>>

const byCustomId = { query: 'custom_id' }

/** The related record of a receipt as it stands in the answer; undefined when it does not. */
async function related({ url }: Service, code: string, kind: string): Promise<unknown> {
  return (await recordByCustomId(url, code, `?include=${kind}`))[kind]
}

describe('showing a transaction', () => {
  it('matches the path against what query names, and against the internal id without it', async () => {
    const { url, ledger } = await serve()
    const id = ledger.find(exampleCustomId, 'custom_id')?.facts.id ?? ''
    const kinds = { transaction_id: exampleTransactionId, custom_id: exampleCustomId, none: id }
    for (const [kind, code] of Object.entries(kinds)) {
      for (const asked of Object.keys(kinds)) {
        const body = asked === 'none' ? '' : { query: asked }
        const seen = await outcome(url, { path: showPath(code), body })
        const expected =
          kind === asked ? { status: 200, body: { data: { id } } } : refused('Transaction not found', 404)
        expect([kind, asked, seen]).toMatchObject([kind, asked, expected])
      }
    }
  })

  it('refuses a query that is not documented', async () => {
    const { url } = await serve()
    for (const query of ['id', 'TRANSACTION_ID', '', 'custom_id ']) {
      const seen = await outcome(url, { path: showPath(exampleTransactionId), body: { query } })
      expect(seen).toEqual(refused('query must be transaction_id or custom_id'))
    }
  })

  it('adds the related records that include names, one or several', async () => {
    const { url } = await serve()
    const plain = await recordByCustomId(url, 'DEMO-LONG')
    const added = async (search: string) => {
      const record = await recordByCustomId(url, 'DEMO-LONG', search)
      expect(record).toMatchObject(plain)
      return Object.keys(record).filter((name) => !(name in plain))
    }
    expect(await added('?include=store')).toEqual(['store'])
    expect(await added('?include=user,emv_code')).toEqual(['user', 'emv_code'])
    expect(await added('?include=fixed_code&include=store,user')).toEqual(['store', 'user', 'fixed_code'])
    expect(await added('?include%5B%5D=store&include%5B%5D=user')).toEqual(['store', 'user'])
    expect(await added('?other=1')).toEqual([])
  })

  it('refuses an include that is not documented', async () => {
    const { url } = await serve()
    for (const search of ['?include=', '?include=store,', '?include=shop', '?include=Store']) {
      const path = showPath(exampleTransactionId) + search
      const seen = await outcome(url, { path, body: 'query=transaction_id' })
      expect(seen).toMatchObject({ status: 422, body: { success: false, status: 422 } })
    }
  })
})

describe('the related records', () => {
  it('names each store differently, with details of its own', async () => {
    const service = await serve()
    const stores = [
      await related(service, 'C7719920461', 'store'),
      await related(service, 'DEMO-OTHER-STORE', 'store'),
      await related(service, 'DEMO-LONG', 'store'),
    ]
    expect(stores).toMatchObject([
      { id: practiceStores.harbour, name: 'Practice Store, Harbour Road', currency: 'HKD' },
      { id: practiceStores.station, name: 'Practice Store, Central Station' },
      { id: practiceStores.department },
    ])
    service.ledger.addTransaction({ custom_id: 'ELSEWHERE', store_id: 'S-77' })
    const made = { id: 'S-77', name: 'Practice Store S-77', currency: 'HKD' }
    expect(await related(service, 'ELSEWHERE', 'store')).toEqual(made)
  })

  it('tells of the user, the fixed code and the EMV code, and says with an empty text that there is none', async () => {
    const service = await serve()
    service.ledger.addTransaction({ custom_id: 'ALL', gateway_code: '10_1', amount: 15_600, fixed_id: 'F-1' })
    service.ledger.addTransaction({ custom_id: 'NOBODY', user_id: '', store_id: '' })
    const all = await Promise.all(relatedKinds.map((kind) => related(service, 'ALL', kind)))
    expect(all).toMatchObject([
      { currency: 'HKD' },
      { first_name: 'Mei', last_name: 'Lau' },
      { id: 'F-1', name: 'Counter 1' },
      { kind: 'merchant_presented' },
    ])
    const none = await Promise.all(relatedKinds.map((kind) => related(service, 'NOBODY', kind)))
    expect(none).toEqual(['', '', '', ''])
  })

  it('ignores an include in the body', async () => {
    const { url } = await serve()
    const plain = { path: showPath('C7719920461'), body: byCustomId }
    const inBody = { ...plain, body: { ...byCustomId, include: 'store' } }
    expect(await outcome(url, inBody)).toEqual(await outcome(url, plain))
  })

  it('refuses the whole show for one record that it refuses, and no other show', async () => {
    const { url } = await serve({ switches: { relatedRefused: 'user' } })
    const ask = (search: string) => outcome(url, { path: showPath('C7719920461') + search, body: byCustomId })
    const noUser = refused('This token may not see the user', 403)
    expect(await ask('?include=user')).toEqual(noUser)
    expect(await ask('?include=store,user')).toEqual(noUser)
    expect(await ask('?include=store')).toMatchObject({ status: 200 })
    expect(await ask('')).toMatchObject({ status: 200 })
  })

  it('is no lookup to the practice codes', async () => {
    const service = await serve({ pace: 1 })
    const show = (code: string) => recordByCustomId(service.url, code)
    await show('PRACTICE-NOT-SENT')
    for (const kind of relatedKinds) await related(service, 'PRACTICE-NOT-SENT', kind)
    await related(service, 'PRACTICE-ELSEWHERE', 'store')
    expect((await show('PRACTICE-ELSEWHERE')).status).toBe('paid')
    // The door closes after the second lookup, and not before.
    await show('PRACTICE-NOT-SENT')
    expect(await call(service.url, { path: showPath('C7719920461'), body: byCustomId })).toBe('ECONNREFUSED')
  })
})
