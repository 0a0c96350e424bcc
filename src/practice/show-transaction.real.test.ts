import { describe, expect, it } from 'vitest'
import { exampleCustomId, exampleTransactionId } from './seed'
import { outcome, recordOf, serve, showPath } from './testing/call-service'

const refused = (message: string) => ({ status: 422, body: { success: false, message, status: 422 } })
const missed = { status: 404, body: { success: false, message: 'Transaction not found', status: 404 } }

describe('showing a transaction', () => {
  it('matches the path against what query names, and against the internal id without it', async () => {
    const { url, ledger } = await serve()
    const id = ledger.find(exampleCustomId, 'custom_id')?.facts.id ?? ''
    const kinds = { transaction_id: exampleTransactionId, custom_id: exampleCustomId, none: id }
    for (const [kind, code] of Object.entries(kinds)) {
      for (const asked of Object.keys(kinds)) {
        const body = asked === 'none' ? '' : { query: asked }
        const seen = await outcome(url, { path: showPath(code), body })
        const expected = kind === asked ? { status: 200, body: { data: { id } } } : missed
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
    const plain = await recordOf(url, { path: showPath('DEMO-LONG'), body: { query: 'custom_id' } })
    const added = async (search: string) => {
      const path = `${showPath('DEMO-LONG')}${search}`
      const record = await recordOf(url, { path, body: { query: 'custom_id' } })
      expect(record).toMatchObject(plain)
      return Object.keys(record).filter((name) => !(name in plain))
    }
    expect(await added('?include=store')).toEqual(['store'])
    expect(await added('?include=user,emv_code')).toEqual(['emv_code', 'user'])
    expect(await added('?include=fixed_code&include=store,user')).toEqual(['store', 'fixed_code', 'user'])
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
