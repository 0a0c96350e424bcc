import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { listLimits } from '../../shared/lookup/copies'
import { anOutage } from '../../shared/testing/outage-sample'
import { store } from '../store/store'
import { playMain, settled } from '../store/testing/play-main'
import { aShown } from '../store/testing/samples'
import { readLists } from './app-state'
import { outageChanged, takeFile } from './outage'

const file = (name: string, text: string, type = 'text/csv') => new File([text], name, { type })
const one = (...files: readonly File[]) => ({ files, folders: 0 })
const counts = (found: number, not_found: number, waiting = 0) => {
  return { waiting, found, saved: 0, not_found, unread: 0 }
}

describe('what is dropped on the window', () => {
  it('is handed to main as what it holds, and said', async () => {
    const main = playMain()
    await takeFile(one(file('today.csv', 'A1\nA2')))
    expect([main.lists, store.getState().notice]).toEqual([
      [{ name: 'today.csv', content: new TextEncoder().encode('A1\nA2') }],
      { kind: 'list_taken', name: 'today.csv', codes: 2 },
    ])
  })

  it('is refused in words when it is no one list, without main being asked', async () => {
    const large = Object.defineProperty(file('large.csv', ''), 'size', { value: listLimits.maxBytes + 1 })
    const unread = Object.assign(file('gone.csv', 'A1'), {
      arrayBuffer: () => Promise.reject(new Error('gone')),
    })
    const told: unknown[] = []
    for (const dropped of [
      { files: [file('lists', '')], folders: 1 },
      one(file('a.csv', 'A1'), file('b.csv', 'B1')),
      one(file('photo.png', '', 'image/png')),
      one(large),
      one(unread),
      one(),
    ]) {
      const main = playMain()
      await takeFile(dropped)
      const { notice, faults } = store.getState()
      told.push([notice ?? faults[0] ?? null, main.lists.length])
    }
    const notTaken = (name: string, why: string) => ({
      kind: 'fault',
      fault: { kind: 'list_not_taken', name, why, line: 0 },
    })
    expect(told).toEqual([
      [{ kind: 'not_a_list', why: 'folder' }, 0],
      [{ kind: 'not_a_list', why: 'several' }, 0],
      [{ kind: 'not_a_list', why: 'picture' }, 0],
      [notTaken('large.csv', 'too_large'), 0],
      [notTaken('gone.csv', 'not_readable'), 0],
      [null, 0],
    ])
  })

  it('is said when main does not take it', async () => {
    const main = playMain()
    const fault = { kind: 'list_not_taken', name: 'today.csv', why: 'no_codes', line: 0 } as const
    main.listAnswer = () => fail(fault)
    await takeFile(one(file('today.csv', '')))
    expect(store.getState().faults).toEqual([{ kind: 'fault', fault }])
  })
})

describe('how far getting ready is', () => {
  it('is said aloud once, when all is done', async () => {
    playMain()
    outageChanged(anOutage({ counts: counts(3, 1) }))
    outageChanged(anOutage({ work: { at: 'working' }, counts: counts(1, 0, 2) }))
    const before = store.getState().announcement.number
    outageChanged(anOutage({ counts: counts(2, 1) }))
    outageChanged(anOutage({ counts: counts(2, 1) }))
    await settled()
    const done = { number: 1, text: 'Offline receipts ready: 2 saved, 1 not found.' }
    expect([before, store.getState().announcement]).toEqual([0, done])
  })

  it('is not said to be done when it was stopped', async () => {
    playMain()
    outageChanged(anOutage({ work: { at: 'paused' }, counts: counts(1, 0, 2) }))
    outageChanged(anOutage())
    await settled()
    expect(store.getState().announcement.number).toBe(0)
  })
})

it('what an event told of lists and recent lookups is not taken back by an answer that it overtook', async () => {
  const done = anOutage({ work: { at: 'idle' } })
  const { record } = aShown(1)
  const recent = [
    { record, code: '1', foundBy: 'transaction_id', at: '2026-11-21T09:00:00.000Z', lockedBy: null } as const,
  ]
  const main = playMain(
    {},
    {
      'lookup:recent': async () => {
        main.tell({ kind: 'lookup:recent-changed', value: recent })
        return succeed([])
      },
      'outage:read': async () => {
        await settled()
        main.tell({ kind: 'outage:changed', value: done })
        return succeed(anOutage({ work: { at: 'working' } }))
      },
    },
  )
  await readLists()
  expect(store.getState()).toMatchObject({ recent, outage: done })
})
