import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { RecentCopy } from '../copies/rows'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { makeTillRecents } from './lookups'

const origin = { ...thisTill, forgotten: 0 }
const foundBy = 'transaction_id' as const
const saved = (name: string, minute: number): RecentCopy => {
  return { code: `T${name}`, foundBy, record: aCopyRecord(name), lookedAt: minute * 60_000 }
}

function setUp(...copies: readonly RecentCopy[]) {
  const state = { copies }
  const noted: string[] = []
  const pushed: (readonly string[])[] = []
  const recents = makeTillRecents({
    copies: {
      recent: async () => state.copies,
      noteLookup: (_origin, { code }, record) => noted.push(`${code} ${record.id}`),
    },
    lockedBy: (id) => (id === 'internal-2' ? 'refusal_seen' : null),
    push: (list) => pushed.push(list.map(({ record }) => record.id)),
  })
  return { state, noted, pushed, recents }
}

describe('the recent transactions of a till', () => {
  it('are the saved copies that were looked up last, with what locks them', async () => {
    const { recents } = setUp(saved('2', 3), saved('1', 2))
    const list = await recents.list()
    expect(list.map(({ record, at, lockedBy }) => [record.id, at.slice(11, 19), lockedBy])).toEqual([
      ['internal-2', '00:03:00', 'refusal_seen'],
      ['internal-1', '00:02:00', null],
    ])
  })

  it('are pushed once for all that changed in a turn, after whoever asked was answered', async () => {
    const { recents, state, noted, pushed } = setUp()
    await recents.list()
    recents.add({ code: 'T1', foundBy }, aCopyRecord('1'), origin)
    state.copies = [saved('1', 1)]
    recents.changed()
    const early = [...pushed]
    await vi.waitFor(() => expect(pushed).not.toEqual([]))
    expect([noted, early, pushed]).toEqual([['T1 internal-1'], [], [['internal-1']]])
  })

  it('are not pushed for a record that is not among them, nor before they were ever read', async () => {
    const { recents, pushed } = setUp(saved('1', 1))
    recents.add({ code: 'T1', foundBy }, aCopyRecord('1'), undefined)
    recents.update(aCopyRecord('1'))
    await nextTurn()
    await recents.list()
    recents.update(aCopyRecord('2'))
    await nextTurn()
    await nextTurn()
    const before = [...pushed]
    recents.update(aCopyRecord('1'))
    await vi.waitFor(() => expect(pushed).toEqual([['internal-1']]))
    expect(before).toEqual([])
  })
})
