import { expect, it } from 'vitest'
import type { Act } from '../../shared/refund/journal-events'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import { makeShownLookups } from '../lookup/look-up'
import { lookupHandlers } from './lookup'
import { fakeParts } from './testing/fake-parts'

const shown = aShownRecord()
const { record } = shown

function showing(of = record) {
  const shownLookups = makeShownLookups()
  const acts: Act[] = []
  const { 'lookup:private': ask } = lookupHandlers(fakeParts({ shownLookups, note: (act) => acts.push(act) }))
  const payer = { ...of, fields: { ...of.fields, payer: 'someone@example.org' } }
  shownLookups.begin(shown.lookup)
  shownLookups.show({ ...shown, record: payer })
  return { ask, acts, shownLookups }
}

it('tells who paid of the receipt on screen, and the journal that it did, not who', () => {
  const { ask, acts } = showing()
  expect([ask({ lookup: shown.lookup }), acts]).toEqual([
    { ok: true, value: { payer: 'someone@example.org' } },
    [{ act: 'private_shown', transaction: record.transactionId }],
  ])
})

it('tells the journal which payment it was, also where that has no transaction id', () => {
  const { ask, acts } = showing({ ...record, transactionId: '' })
  ask({ lookup: shown.lookup })
  expect(acts).toEqual([{ act: 'private_shown', transaction: record.id }])
})

it('tells nothing of a receipt that has gone', async () => {
  const { ask, shownLookups } = showing()
  shownLookups.begin(lookupId(2))
  expect([await ask({ lookup: shown.lookup }), await ask({ lookup: lookupId(2) })]).toEqual([
    { ok: false, fault: { kind: 'screen_outdated' } },
    { ok: false, fault: { kind: 'screen_outdated' } },
  ])
})
