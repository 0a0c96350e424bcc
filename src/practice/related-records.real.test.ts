import { describe, expect, it } from 'vitest'
import { relatedKinds } from '../shared/payment/codes'
import { call, outcome, recordOf, serve, showPath } from './testing/call-service'
import { practiceStores } from './transaction'

type Service = Awaited<ReturnType<typeof serve>>

const byCustomId = { query: 'custom_id' }

/** The related record of a receipt as it stands in the answer; undefined when it does not. */
async function related({ url }: Service, code: string, kind: string): Promise<unknown> {
  return (await recordOf(url, { path: `${showPath(code)}?include=${kind}`, body: byCustomId }))[kind]
}

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

  it('tells of the user, the fixed code and the EMV code', async () => {
    const service = await serve()
    const code = 'ALL'
    service.ledger.addTransaction({ custom_id: code, gateway_code: '10_1', amount: 15_600, fixed_id: 'F-1' })
    expect(await related(service, code, 'user')).toMatchObject({ first_name: 'Mei', last_name: 'Lau' })
    expect(await related(service, code, 'fixed_code')).toMatchObject({ id: 'F-1', name: 'Counter 1' })
    expect(await related(service, code, 'emv_code')).toMatchObject({ kind: 'merchant_presented' })
  })

  it('says with an empty text that there is none', async () => {
    const service = await serve()
    const seen = [
      await related(service, 'C7719920461', 'fixed_code'),
      await related(service, 'C7719920461', 'emv_code'),
    ]
    service.ledger.addTransaction({ custom_id: 'NOBODY', user_id: '', store_id: '' })
    seen.push(await related(service, 'NOBODY', 'user'), await related(service, 'NOBODY', 'store'))
    expect(seen).toEqual(['', '', '', ''])
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
    const message = 'This token may not see the user'
    const refused = { status: 403, body: { success: false, message, status: 403 } }
    expect(await ask('?include=user')).toEqual(refused)
    expect(await ask('?include=store,user')).toEqual(refused)
    expect(await ask('?include=store')).toMatchObject({ status: 200 })
    expect(await ask('')).toMatchObject({ status: 200 })
  })

  it('is no lookup to the practice codes', async () => {
    const service = await serve({ pace: 1 })
    const show = (code: string) => recordOf(service.url, { path: showPath(code), body: byCustomId })
    await show('PRACTICE-NOT-SENT')
    for (const kind of relatedKinds) await related(service, 'PRACTICE-NOT-SENT', kind)
    await related(service, 'PRACTICE-ELSEWHERE', 'store')
    expect((await show('PRACTICE-ELSEWHERE')).status).toBe('paid')
    // The door closes after the second lookup, and not before.
    await show('PRACTICE-NOT-SENT')
    expect(await call(service.url, { path: showPath('C7719920461'), body: byCustomId })).toBe('ECONNREFUSED')
  })
})
