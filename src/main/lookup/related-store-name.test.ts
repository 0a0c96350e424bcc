import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import {
  at,
  away,
  counterWindow,
  lines,
  record,
  refused,
  relatedParts,
  reply,
  shown,
} from './testing/related-parts'

describe('the name of the store that took a payment', () => {
  const name = (parts: ReturnType<typeof relatedParts>, onScreen = shown) => {
    parts.show(onScreen)
    return parts.related.nameStore(counterWindow, onScreen)
  }
  const harbour = { lookup: 1, store: { id: 'st-1', name: 'Harbour Road' } }

  it('is fetched behind the receipt, told, kept, and serves More as well', async () => {
    const parts = relatedParts(() => reply('Harbour Road'))
    await name(parts)
    expect([parts.named, parts.kept.length, await parts.find('store'), parts.asked.length]).toEqual([
      [harbour],
      1,
      succeed({ kind: 'store', ...lines('live'), source: 'service', at }),
      1,
    ])
  })

  it('is fetched once: the next receipt of that store has it', async () => {
    const parts = relatedParts(() => reply('Harbour Road'))
    await name(parts)
    await name(parts, { ...shown, lookup: 2, store: parts.storeNames.storeOf(record) })
    expect([parts.asked.length, parts.storeNames.storeOf(record).name]).toEqual([1, 'Harbour Road'])
  })

  it('is not asked for when it was kept, only told', async () => {
    const first = relatedParts(() => reply('Harbour Road'))
    await name(first)
    const parts = relatedParts(() => reply('Other'), { kept: [...first.kept] })
    await name(parts)
    expect([parts.named, parts.asked]).toEqual([[harbour], []])
  })

  it('is learned and told when More is opened, and again when it has changed', async () => {
    const names = ['Harbour Road', 'Harbour Rd']
    const parts = relatedParts(() => reply(names.shift() ?? null))
    parts.show()
    await parts.find('store')
    parts.show({ ...shown, lookup: 2 })
    await parts.find('store', 2)
    expect(parts.named).toEqual([harbour, { lookup: 2, store: { id: 'st-1', name: 'Harbour Rd' } }])
  })

  it.each([
    ['refused', () => fail(refused), 60 * 60 * 1000],
    ['without a name', () => reply(null), 60 * 60 * 1000],
    ['away', () => fail(away), 60 * 1000],
  ] as const)('is left alone for a while where it was %s', async (_name, script, milliseconds) => {
    const parts = relatedParts(script)
    await name(parts)
    parts.till.now = milliseconds - 1
    await name(parts, { ...shown, lookup: 2 })
    const resting = parts.asked.length
    parts.till.now = milliseconds
    await name(parts, { ...shown, lookup: 3 })
    expect([resting, parts.asked.length, parts.named]).toEqual([1, 2, []])
  })

  it.each([
    ['a saved copy', { source: 'saved' }],
    ['a store that is named already', { store: { id: 'st-1', name: 'H' } }],
    ['a payment without a store', { store: { id: '', name: null } }],
  ] as const)('is not asked for with %s', async (_name, change) => {
    const parts = relatedParts(() => reply('Harbour Road'))
    await name(parts, { ...shown, ...change })
    expect([parts.asked, parts.named]).toEqual([[], []])
  })

  it('is not asked for where the settings leave stores out', async () => {
    const parts = relatedParts(() => reply('Harbour Road'))
    parts.till.related = ['user']
    await name(parts)
    expect(parts.asked).toEqual([])
  })

  it('is kept but not told when a newer lookup has begun meanwhile', async () => {
    const parts = relatedParts(() => {
      parts.shownLookups.begin(counterWindow, 2)
      return reply('Harbour Road')
    })
    await name(parts)
    await new Promise(setImmediate)
    expect([parts.named, parts.kept.length]).toEqual([[], 1])
  })

  it('is not left alone because a scan was faster', async () => {
    const parts = relatedParts(() => {
      parts.shownLookups.begin(counterWindow, 2)
      return null
    })
    await name(parts)
    await new Promise(setImmediate)
    expect(parts.storeNames.isResting(record)).toBe(false)
  })
})
