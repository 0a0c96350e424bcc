import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { lookupId } from '../../shared/testing/lookup-id'
import { at, away, lines, origin, record, refused, relatedDeps, reply, shown } from './testing/related-deps'

describe('the name of the store that took a payment', () => {
  const name = (deps: ReturnType<typeof relatedDeps>, onScreen = shown) => {
    deps.show(onScreen)
    return deps.related.nameStore(onScreen)
  }
  const harbour = { lookup: lookupId(1), store: { id: 'st-1', name: 'Harbour Road' } }

  it('is fetched behind the receipt, told, kept, and serves More as well', async () => {
    const deps = relatedDeps(() => reply('Harbour Road'))
    await name(deps)
    expect([deps.named, deps.kept.length, await deps.find('store'), deps.asked.length]).toEqual([
      [harbour],
      1,
      succeed({ kind: 'store', ...lines('live'), source: 'service', at }),
      1,
    ])
  })

  it('is fetched once: the next receipt of that store has it', async () => {
    const deps = relatedDeps(() => reply('Harbour Road'))
    await name(deps)
    await name(deps, { ...shown, lookup: lookupId(2), store: deps.storeNames.storeOf(origin, record) })
    expect([deps.asked.length, deps.storeNames.storeOf(origin, record).name]).toEqual([1, 'Harbour Road'])
  })

  it('is not asked for when it was kept, only told', async () => {
    const first = relatedDeps(() => reply('Harbour Road'))
    await name(first)
    const deps = relatedDeps(() => reply('Other'), { kept: [...first.kept] })
    await name(deps)
    expect([deps.named, deps.asked]).toEqual([[harbour], []])
  })

  it('is learned and told when More is opened, and again when it has changed', async () => {
    const names = ['Harbour Road', 'Harbour Rd']
    const deps = relatedDeps(() => reply(names.shift() ?? null))
    deps.show()
    await deps.find('store')
    deps.show({ ...shown, lookup: lookupId(2) })
    await deps.find('store', 2)
    expect(deps.named).toEqual([harbour, { lookup: lookupId(2), store: { id: 'st-1', name: 'Harbour Rd' } }])
  })

  it.each([
    ['refused', () => fail(refused), 60 * 60 * 1000],
    ['without a name', () => reply(null), 60 * 60 * 1000],
    ['away', () => fail(away), 60 * 1000],
  ] as const)('is left alone for a while where it was %s', async (_name, script, milliseconds) => {
    const deps = relatedDeps(script)
    await name(deps)
    deps.till.now = milliseconds - 1
    await name(deps, { ...shown, lookup: lookupId(2) })
    const resting = deps.asked.length
    deps.till.now = milliseconds
    await name(deps, { ...shown, lookup: lookupId(3) })
    expect([resting, deps.asked.length, deps.named]).toEqual([1, 2, []])
  })

  it.each([
    ['a saved copy', { source: 'saved' }],
    ['a store that is named already', { store: { id: 'st-1', name: 'H' } }],
    ['a payment without a store', { store: { id: '', name: null } }],
  ] as const)('is not asked for with %s', async (_name, change) => {
    const deps = relatedDeps(() => reply('Harbour Road'))
    await name(deps, { ...shown, ...change })
    expect([deps.asked, deps.named]).toEqual([[], []])
  })

  it('is not asked for where the settings leave stores out', async () => {
    const deps = relatedDeps(() => reply('Harbour Road'))
    deps.till.related = ['user']
    await name(deps)
    expect(deps.asked).toEqual([])
  })

  it('is kept but not told when a newer lookup has begun meanwhile', async () => {
    const deps = relatedDeps(() => {
      deps.shownLookups.begin(lookupId(2))
      return reply('Harbour Road')
    })
    await name(deps)
    await new Promise(setImmediate)
    expect([deps.named, deps.kept.length]).toEqual([[], 1])
  })

  it('is not left alone because a scan was faster', async () => {
    const deps = relatedDeps(() => {
      deps.shownLookups.begin(lookupId(2))
      return null
    })
    await name(deps)
    await new Promise(setImmediate)
    expect(deps.storeNames.isResting(origin, record)).toBe(false)
  })
})
