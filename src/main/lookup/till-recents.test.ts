import { describe, expect, it } from 'vitest'
import type { RecentCopy } from '../copies/cache-rows'
import { aCopyRecord } from '../copies/testing/copy-samples'
import { makeRecentTransactions } from './recent'
import { makeTillRecents } from './till-recents'

const foundBy = 'transaction_id' as const

function setUp() {
  const state = { stamp: 'token-1' as string | null, saved: [] as readonly RecentCopy[] }
  const noted: string[] = []
  const memory = makeRecentTransactions(
    () => new Date(60_000),
    () => false,
  )
  const recents = makeTillRecents(
    memory,
    {
      recent: async () => state.saved,
      noteLookup: ({ code }, record) => noted.push(`${code} ${record.id}`),
      credentialsStamp: async () => state.stamp,
    },
    (id) => id === 'internal-2',
  )
  const list = async () =>
    (await recents.list()).map(({ record, at, undecided }) => [record.id, at.slice(11, 19), undecided])
  return { state, noted, recents, list }
}

describe('the recent transactions of a till', () => {
  it('go on from the saved copies after a restart, each once, newest first', async () => {
    const { state, noted, recents, list } = setUp()
    state.saved = [
      { code: 'T1', foundBy, record: aCopyRecord('1'), lookedAt: 2000 },
      { code: 'T2', foundBy, record: aCopyRecord('2'), lookedAt: 1000 },
    ]
    recents.add({ code: 'T1', foundBy, record: aCopyRecord('1') })
    expect([await list(), noted]).toEqual([
      [
        ['internal-1', '00:01:00', false],
        ['internal-2', '00:00:01', true],
      ],
      ['T1 internal-1'],
    ])
  })

  it('of other credentials are gone as soon as these change', async () => {
    const { state, recents, list } = setUp()
    recents.add({ code: 'T1', foundBy, record: aCopyRecord('1') })
    const before = await list()
    state.stamp = null
    expect([before.length, await list()]).toEqual([1, []])
  })
})
