import { describe, expect, it } from 'vitest'
import { exampleCustomId, exampleTransactionId } from './scripts'
import { outcome, recordOf, serve, showPath } from './testing/call-service'

const refused = (message: string) => ({ status: 422, body: { success: false, message, status: 422 } })
const missed = { status: 404, body: { success: false, message: 'Transaction not found', status: 404 } }

describe('showing a transaction', () => {
  it('gives the example receipt of the pictures, every field of it', async () => {
    const { url } = await serve()
    const body = { query: 'transaction_id' }
    expect(await outcome(url, { path: showPath(exampleTransactionId), body })).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id: '307a12b7-b613-ddb2-6dca-f4b5d1c1900c',
          user_id: '128881b7-5ef9-670d-5d00-3820bda14cfa',
          company_id: 'ce33956e-df6a-66c3-dea0-e5cb9fb2cc63',
          store_id: 'b36b91da-f0d0-8931-a80a-ee09749d2b47',
          gateway_id: 11,
          gateway_sub_id: 2,
          gateway_sub_name: 'EFTPOS v2',
          gateway_code: '11_2',
          barcode_id: '',
          status: 'paid',
          amount: '120.50',
          currency: 'HKD',
          charge: 2.17,
          refunded: '0.00',
          refund_charge: '',
          net: '118.33',
          tips: '',
          forex: 1,
          paid_at: '2026-11-20 10:31:07',
          can_settle_after: '2026-11-23 00:00:00',
          is_balance_settled: false,
          settled_at: '',
          transaction_id: '483920174462',
          reference_id: expect.stringMatching(/^PR\d{22}$/),
          payer: '',
          buyer_id: '',
          wallet_type: '',
          custom_id: 'C7719920461',
          refunded_at: '',
          created_at: '2026-11-20 10:31:07',
          updated_at: '2026-11-20 10:31:07',
          _links: [],
        },
      },
    })
  })

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
      const seen = await outcome(url, {
        path: showPath(exampleTransactionId) + search,
        body: 'query=transaction_id',
      })
      expect(seen).toMatchObject({ status: 422, body: { success: false, status: 422 } })
    }
  })

  it('shows a details object only with its status', async () => {
    const { url } = await serve()
    const detailsOf = async (code: string) => {
      const record = await recordOf(url, { path: showPath(code), body: { query: 'custom_id' } })
      const names = Object.keys(record).filter((name) => name.endsWith('_details'))
      return [record.status, ...names]
    }
    expect(await detailsOf(exampleCustomId)).toEqual(['paid'])
    expect(await detailsOf('DEMO-REFUNDED')).toEqual(['refunded', 'refund_details'])
    expect(await detailsOf('DEMO-CANCELLED')).toEqual(['cancelled', 'cancellation_details'])
    expect(await detailsOf('DEMO-FAILED')).toEqual(['failed', 'fail_details'])
    expect(await detailsOf('DEMO-PRECREATED')).toEqual(['precreated'])
    expect(await detailsOf('DEMO-PART')).toEqual(['paid'])
  })
})
