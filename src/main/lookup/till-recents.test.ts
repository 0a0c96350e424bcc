import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { RecentCopy } from '../copies/rows'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { makeTillRecents } from './lookups'

const origin = { ...thisTill, forgotten: 0 }
const foundBy = 'transaction_id' as const

function setUp() {
  const state = { stamp: 'token-1' as string | null, saved: [] as readonly RecentCopy[] }
  let minutes = 1
  const noted: string[] = []
  const pushed: (readonly string[])[] = []
  const recents = makeTillRecents({
    copies: {
      recent: async () => state.saved,
      noteLookup: (_origin, { code }, record) => noted.push(`${code} ${record.id}`),
      credentialsStamp: async () => state.stamp,
    },
    now: () => new Date(60_000 * minutes++),
    lockedBy: (id) => (id === 'internal-2' ? 'refusal_seen' : null),
    push: (list) => pushed.push(list.map(({ record }) => `${record.id} ${record.refunded}`)),
  })
  const list = async () =>
    (await recents.list()).map(({ record, at, lockedBy }) => [record.id, at.slice(11, 19), lockedBy])
  return { state, noted, pushed, recents, list }
}

describe('the recent transactions of a till', () => {
  it('stand newest first, each once, as the newest answer has them', async () => {
    const { recents, list } = setUp()
    for (const id of ['1', '2', '1'])
      recents.add({ code: `T${id}`, foundBy, record: aCopyRecord(id) }, origin)
    recents.update(aCopyRecord('2', { refunded: 60 }))
    const refunded = (await recents.list()).map(({ record }) => record.refunded)
    expect([await list(), refunded]).toEqual([
      [
        ['internal-1', '00:03:00', null],
        ['internal-2', '00:02:00', 'refusal_seen'],
      ],
      [0, 60],
    ])
  })

  it('are fifty at most', async () => {
    const { recents } = setUp()
    for (let number = 1; number <= 51; number += 1) {
      recents.add({ code: `T${number}`, foundBy, record: aCopyRecord(`${number}`) }, origin)
    }
    const ids = (await recents.list()).map(({ record }) => record.id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 'internal-51', 'internal-2'])
  })

  it('go on from the saved copies after a restart, each once, newest first', async () => {
    const { state, noted, recents, list } = setUp()
    state.saved = [
      { code: 'T1', foundBy, record: aCopyRecord('1'), lookedAt: 2000 },
      { code: 'T2', foundBy, record: aCopyRecord('2'), lookedAt: 1000 },
    ]
    recents.add({ code: 'T1', foundBy, record: aCopyRecord('1') }, origin)
    expect([await list(), noted]).toEqual([
      [
        ['internal-1', '00:01:00', null],
        ['internal-2', '00:00:01', 'refusal_seen'],
      ],
      ['T1 internal-1'],
    ])
  })

  it('of other credentials are gone as soon as these change', async () => {
    const { state, recents, list } = setUp()
    recents.add({ code: 'T1', foundBy, record: aCopyRecord('1') }, origin)
    const before = await list()
    state.stamp = null
    expect([before.length, await list()]).toEqual([1, []])
  })

  it('are pushed once for all that changed in a turn, after whoever asked was answered', async () => {
    const { pushed, recents } = setUp()
    recents.add({ code: 'T1', foundBy, record: aCopyRecord('1') }, origin)
    recents.update(aCopyRecord('1', { refunded: 500 }))
    const early = [...pushed]
    await vi.waitFor(() => expect(pushed).not.toEqual([]))
    expect([early, pushed]).toEqual([[], [['internal-1 500']]])
  })

  it('are not pushed for a record that is not among them', async () => {
    const { pushed, recents } = setUp()
    recents.update(aCopyRecord('1'))
    await nextTurn()
    await nextTurn()
    expect(pushed).toEqual([])
  })

  it('are pushed when other credentials hold, not before the list was ever read', async () => {
    const { state, pushed, recents, list } = setUp()
    await recents.credentialsMayHaveChanged()
    await list()
    await recents.credentialsMayHaveChanged()
    await nextTurn()
    const before = pushed.length
    state.stamp = 'token-2'
    await recents.credentialsMayHaveChanged()
    await vi.waitFor(() => expect(pushed).toEqual([[]]))
    expect(before).toBe(0)
  })
})
