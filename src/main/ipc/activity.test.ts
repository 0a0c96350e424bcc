import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { ActivityOrder, ActivityPage } from '../../shared/contract/contract'
import type { PersonRef } from '../../shared/people/people'
import type { Act } from '../../shared/refund/journal-events'
import type { CopyByCode } from '../copies/saved-copies'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { anAttemptView } from '../lookup/testing/an-attempt'
import type { RefundService } from '../refund/service'
import type { AttemptHistory } from '../refund/types'
import { settingsSchema } from '../settings/settings'
import type { FileToSave } from '../system/save-file'
import { activityHandlers } from './activity'
import { fakeParts } from './testing/fake-parts'

const attempt = anAttemptView('a')
const { marker } = attempt.intent
const history: AttemptHistory = {
  attempt,
  events: [],
  decidable: { refunded: { kind: 'now' }, notRefunded: { kind: 'wait', until: '2026-11-21T09:02:00.000Z' } },
}
const storeId = 'st-1'
const copy: CopyByCode = {
  record: { ...aCopyRecord('1'), fields: { store_id: storeId } },
  savedAt: 0,
  kind: 'internal_id',
  address: thisTill.address,
}
const decision = { to: 'not_refunded', saw: 'the portal', why: 'no refund there', portal: false } as const
const page: ActivityPage = { open: [attempt], notices: [], attempts: [attempt], next: 12, reading: false }
const mei = { id: 'p-mei', name: 'Mei', role: 'supervisor' } as const
const proof = { with: 'pin', person: mei.id, pin: '482915' } as const

function setUp(saved = true) {
  const asked: unknown[] = []
  const files: FileToSave[] = []
  const acts: Act[] = []
  /** Whoever has the rights of a manager, which end while a place for a file is chosen, and who did each act. */
  let manager: PersonRef | null = mei
  const doers: (PersonRef | null)[] = []
  const refundService: Partial<RefundService> = {
    page: (order) => {
      asked.push(order)
      return page
    },
    open: (wanted) => (wanted === marker ? history : null),
    check: async (wanted) => (wanted === marker ? succeed(history) : fail({ kind: 'attempt_unknown' })),
    decide: async (decided, made) => {
      asked.push([decided, made])
      return succeed(history)
    },
    acknowledge: (alarm, word) => {
      asked.push([alarm, word])
      return alarm.of === 'line' ? fail({ kind: 'alarm_unknown' }) : succeed(null)
    },
    exportPieces: (range, format, _signer, store) =>
      succeed([succeed(`${range.from} ${range.to} ${format} ${store}`)]),
  }
  const handlers = activityHandlers(
    fakeParts({
      now: () => new Date(2026, 10, 21, 12),
      signIn: { current: () => null },
      refundService,
      settings: { read: () => settingsSchema.parse({ tillName: 'Central' }) },
      actor: () => manager,
      note: (act, by) => {
        acts.push(act)
        doers.push(by)
      },
      saveFile: async (file) => {
        manager = null
        files.push(file)
        return succeed({ saved, path: saved ? '/chosen' : '' })
      },
      exportSigner: async () => null,
      copies: {
        find: async ([kind], id) =>
          kind === 'internal_id' && id === history.attempt.intent.id ? copy : null,
      },
    }),
  )
  return { handlers, asked, files, acts, doers }
}

describe('the activity', () => {
  it('is read a page at a time, by whatever was asked for', async () => {
    const { handlers, asked } = setUp()
    const order: ActivityOrder = { before: 12, count: 100, cashier: 'Ana', state: 'refunded', from: 5 }
    expect([await handlers['activity:page'](order), asked]).toEqual([succeed(page), [order]])
  })

  it('opens an attempt with what a person may decide and the store that took the payment', async () => {
    const { handlers } = setUp()
    const unknown = fail({ kind: 'attempt_unknown' })
    expect([
      await handlers['activity:open']({ marker }),
      await handlers['activity:check']({ marker }),
      await handlers['activity:open']({ marker: 'R-1111111111' }),
      await handlers['activity:check']({ marker: 'R-1111111111' }),
    ]).toEqual([succeed({ ...history, storeId }), succeed({ ...history, storeId }), unknown, unknown])
  })

  it('is decided by a supervisor, whose PIN goes no further', async () => {
    const { handlers, asked } = setUp()
    const made = await handlers['activity:decide']({ marker, decision, proof }, mei)
    const word = { ...decision, supervisor: 'Mei' }
    expect([made, asked]).toEqual([succeed({ ...history, storeId }), [[marker, word]]])
  })

  it('has an alarm ended under a name and with a note', async () => {
    const { handlers, asked } = setUp()
    const word = { supervisor: 'Mei', note: 'Portal: two refunds, one ours' }
    const alarm = { of: 'attempt', marker, number: 1 } as const
    const acknowledge = handlers['activity:acknowledge']
    expect([
      await acknowledge({ alarm, proof, note: word.note }, mei),
      await acknowledge({ alarm: { of: 'line', line: 4 }, proof, note: word.note }, mei),
      asked,
    ]).toEqual([
      succeed({}),
      fail({ kind: 'alarm_unknown' }),
      [
        [alarm, word],
        [{ of: 'line', line: 4 }, word],
      ],
    ])
  })
})

describe('an export of the activity', () => {
  const range = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T23:59:59.999Z' }

  it('has the name of its day, and is written down in the name of whoever asked for it', async () => {
    const { handlers, files, acts, doers } = setUp()
    const saved = await handlers['activity:export']({ ...range, format: 'csv' }, null)
    expect([saved, files, acts, doers]).toEqual([
      succeed({ saved: true, path: '/chosen' }),
      [
        {
          suggestedName: 'Tillside refunds 2026-11-21.csv',
          kind: 'csv',
          content: [succeed(`${Date.parse(range.from)} ${Date.parse(range.to)} csv Central`)],
        },
      ],
      [{ act: 'export', what: 'refunds csv', ...range }],
      [mei],
    ])
  })

  it('of several days is named by the first and the last, and one of all by the last', async () => {
    const { handlers, files } = setUp()
    const save = (from: string) => handlers['activity:export']({ ...range, from, format: 'json' }, null)
    await save('2026-11-01T00:00:00.000Z')
    await save('1970-01-01T00:00:00.000Z')
    expect(files.map(({ suggestedName }) => suggestedName)).toEqual([
      'Tillside refunds 2026-11-01 to 2026-11-21.json',
      'Tillside refunds until 2026-11-21.json',
    ])
  })

  it('is not written down when nobody chose a place for it', async () => {
    const { handlers, acts } = setUp(false)
    await handlers['activity:export']({ ...range, format: 'json' }, null)
    expect(acts).toEqual([])
  })
})
