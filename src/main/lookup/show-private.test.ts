import { expect, it } from 'vitest'
import { lookupId } from '../../shared/testing/lookup-id'
import { makeShowPrivate } from './show-private'
import { makeShownLookups } from './shown-lookups'
import { record, shown } from './testing/related-deps'

function showing() {
  const shownLookups = makeShownLookups()
  const lines: string[] = []
  const ask = makeShowPrivate({
    shownLookups,
    log: { info: (line) => lines.push(line) },
  })
  const payer = { ...record, fields: { ...record.fields, payer: 'someone@example.org' } }
  shownLookups.begin(shown.lookup)
  shownLookups.show({ ...shown, record: payer }, { service: null })
  return { ask, lines, shownLookups }
}

it('tells who paid of the receipt on screen, and leaves a line that does not', async () => {
  const { ask, lines } = showing()
  expect([await ask({ lookup: shown.lookup }), lines.length, lines.join().includes('someone')]).toEqual([
    { ok: true, value: { payer: 'someone@example.org' } },
    1,
    false,
  ])
})

it('tells nothing of a receipt that has gone', async () => {
  const { ask, shownLookups } = showing()
  shownLookups.begin(lookupId(2))
  expect([await ask({ lookup: shown.lookup }), await ask({ lookup: lookupId(2) })]).toEqual([
    { ok: false, fault: { kind: 'screen_outdated' } },
    { ok: false, fault: { kind: 'screen_outdated' } },
  ])
})
