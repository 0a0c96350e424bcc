import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Act } from '../../shared/refund/journal-events'
import { lookupId } from '../../shared/testing/lookup-id'
import { anOutage } from '../../shared/testing/outage-sample'
import { aShownRecord } from '../../shared/testing/record-sample'
import { makeShownLookups } from '../lookup/look-up'
import { free } from '../lookup/testing/an-attempt'
import type { FileToSave } from '../system/save-file'
import { listHandlers, lookupHandlers } from './lookup'
import { fakeParts } from './testing/fake-parts'

const shown = aShownRecord()
const { record } = shown

describe('who paid', () => {
  /** Asks of a receipt on screen. Returns the answer, what the journal was told, and how to ask again. */
  function ask(of = record) {
    const shownLookups = makeShownLookups(free)
    const acts: Act[] = []
    const handlers = lookupHandlers(
      fakeParts({ shownLookups, actor: () => null, note: (act) => acts.push(act) }),
    )
    shownLookups.begin(shown.lookup)
    shownLookups.show({ ...shown, record: { ...of, fields: { ...of.fields, payer: 'someone@example.org' } } })
    const again = (lookup = shown.lookup) => handlers['lookup:private']({ lookup })
    return { answer: again(), acts, shownLookups, again }
  }

  it('is told of the receipt on screen, and the journal that it was, not who', () => {
    const { answer, acts } = ask()
    expect([answer, acts]).toEqual([
      succeed({ payer: 'someone@example.org' }),
      [{ act: 'private_shown', transaction: record.transactionId }],
    ])
  })

  it('is told the journal by the payment’s internal id where that has no transaction id', () => {
    const { acts } = ask({ ...record, transactionId: '' })
    expect(acts).toEqual([{ act: 'private_shown', transaction: record.id }])
  })

  it('is not told of a receipt that has gone', () => {
    const { shownLookups, again, acts } = ask()
    shownLookups.begin(lookupId(2))
    const outdated = fail({ kind: 'screen_outdated' })
    expect([again(), again(lookupId(2)), acts.length]).toEqual([outdated, outdated, 1])
  })
})

it('the report on lists is shown in part and saved whole, and a word steers them', async () => {
  const [state, told]: [ReturnType<typeof anOutage>, unknown[]] = [anOutage(), []]
  const imported = '1970-01-01T00:00:00.000Z'
  const row = { code: 'A1', list: 'today.csv', imported, why: 'not_found' } as const
  const handlers = listHandlers(
    fakeParts({
      lists: {
        read: async () => state,
        missed: async (most) => (most === Number.POSITIVE_INFINITY ? [row, row] : [row]),
        steer: async (to) => void told.push(to),
      },
      saveFile: async (file: FileToSave) => {
        told.push(file)
        return succeed({ saved: true, path: '/somewhere' })
      },
      now: () => new Date(0),
    }),
  )
  const reported = await handlers['outage:report']()
  await handlers['outage:save-report']()
  expect([reported, await handlers['outage:steer']({ to: 'pause' }), told]).toEqual([
    succeed([row]),
    succeed(state),
    [
      {
        suggestedName: 'Tillside codes not found 1970-01-01',
        kind: 'csv',
        content: `\ufeffcode,result,list,taken\n${`A1,not found,today.csv,${imported}\n`.repeat(2)}`,
      },
      'pause',
    ],
  ])
})
