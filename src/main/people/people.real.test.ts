import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { PersonChange } from '../../shared/people/people'
import type { People } from './people'
import { aCashier, added, aManager, pin, till, tillWithManager } from './testing/staffed-till'

const listed = (people: People) =>
  people.view().then((view) => (view.ok ? view.value.people.map(({ id: _id, ...rest }) => rest) : view))

const weak = fail({ kind: 'pin_weak' })
const not = (why: string) => fail({ kind: 'person_not_possible', why })

describe('the people of a till', () => {
  it('are nobody on a new till, and begin with a manager', async () => {
    const { start } = till()
    const people = start()
    const before = await people.view()
    const refused = await people.save(aCashier)
    await people.save(aManager)
    await people.save(aCashier)
    expect([before, refused, await listed(people)]).toEqual([
      succeed({ state: 'none', people: [] }),
      not('last_manager'),
      [
        { name: 'Sam', role: 'manager', hasPin: true, hasBadge: false, stopped: false },
        { name: 'Ann', role: 'cashier', hasPin: true, hasBadge: false, stopped: false },
      ],
    ])
  })

  it('are there after a restart, each with their own PIN', async () => {
    const { people, manager, restart, right, check } = await tillWithManager()
    const ann = await added(people, aCashier)
    const again = restart()
    expect([
      await check(pin, again),
      await again.prove({ with: 'pin', person: ann.id, pin: '4829' }),
      await again.prove({ with: 'pin', person: manager.id, pin: '4829' }),
      await again.prove({ with: 'pin', person: 'nobody', pin: '4829' }),
    ]).toEqual([
      right,
      succeed(ann),
      fail({ kind: 'pin_wrong', waitSeconds: 0 }),
      fail({ kind: 'pin_not_set' }),
    ])
  })

  it('leave no name, PIN or badge readable on the disk or in the keychain', async () => {
    const { people, folder, keychain } = await tillWithManager()
    await people.save({ ...aCashier, badge: 'B-48213377' })
    const kept = readFileSync(join(folder, 'people'), 'latin1') + [...keychain.secrets.values()].join()
    expect(['Sam', 'Ann', pin, '4829', 'B-48213377'].filter((text) => kept.includes(text))).toEqual([])
  })

  it('take a PIN with the same characters typed as other code points', async () => {
    const { people, manager } = await tillWithManager()
    await people.save({ ...manager, pin: 'caf\u00e9-9' })
    const proof = { with: 'pin', person: manager.id, pin: 'cafe\u0301-9' } as const
    expect(await people.prove(proof)).toEqual(succeed(manager))
  })
})

describe('what is refused', () => {
  it.each<[string, Partial<PersonChange>, unknown]>([
    ['a cashier’s PIN of three digits', { pin: '482' }, weak],
    ['a cashier’s PIN that anybody tries', { pin: '1234' }, weak],
    ['a supervisor’s PIN of four digits', { role: 'supervisor' }, weak],
    ['a name that somebody has', { name: ' sam ' }, not('name_taken')],
    ['a person who does not exist', { id: 'gone' }, not('gone')],
    ['a cashier without a PIN or a badge', { pin: undefined }, not('needs_pin')],
    [
      'a supervisor with only a badge',
      { role: 'supervisor', pin: undefined, badge: 'B-99182' },
      not('needs_pin'),
    ],
    ['a badge of five characters', { badge: '12345' }, not('badge_short')],
    ['a badge that somebody has', { badge: 'b-manager' }, not('badge_taken')],
  ])('%s', async (_what, change, refused) => {
    const { people, manager } = await tillWithManager()
    await people.save({ ...manager, badge: 'B-MANAGER' })
    const saved = await people.save({ ...aCashier, ...change })
    expect([saved, await listed(people)]).toMatchObject([refused, [{ name: 'Sam' }]])
  })

  it('is the loss of the last manager, by another role or by removal', async () => {
    const { people, manager } = await tillWithManager()
    await people.save(aCashier)
    const refused = [await people.save({ ...manager, role: 'cashier' }), await people.remove(manager.id)]
    expect(refused).toEqual([not('last_manager'), not('last_manager')])
  })

  it('is a cashier’s short PIN for a supervisor, who needs a longer one', async () => {
    const { people } = await tillWithManager()
    const ann = await added(people, aCashier)
    const supervisor = { ...ann, role: 'supervisor' } as const
    const saved = [await people.save(supervisor), (await people.save({ ...supervisor, pin: '582913' })).ok]
    expect(saved).toEqual([weak, true])
  })
})

describe('a change', () => {
  it('reports each thing that was changed, and leaves the rest', async () => {
    const { people } = await tillWithManager()
    const ann = await added(people, { ...aCashier, badge: 'B-48213377' })
    const anna = { ...ann, name: 'Anna' }
    expect([
      await people.save(anna),
      await people.save({ ...anna, pin: '9173', badge: null }),
      await people.byBadge('B-48213377'),
      await people.prove({ with: 'pin', person: ann.id, pin: '9173' }),
      await people.remove(ann.id),
      await people.prove({ with: 'pin', person: ann.id, pin: '9173' }),
    ]).toEqual([
      succeed([{ what: 'renamed', person: anna }]),
      succeed([
        { what: 'pin', person: anna },
        { what: 'badge_removed', person: anna },
      ]),
      null,
      succeed(anna),
      succeed([{ what: 'removed', person: anna }]),
      fail({ kind: 'pin_not_set' }),
    ])
  })
})

describe('a badge', () => {
  it('is found by its code however that was scanned, with Caps Lock on as well, and every other code is nobody’s', async () => {
    const { people } = await tillWithManager()
    const ann = await added(people, { ...aCashier, badge: 'B-48213377' })
    expect([
      await people.byBadge(' B-48213377\r'),
      await people.byBadge('b-48213377'),
      people.isBadge('b-48213377'),
      await people.byBadge('T-483920174462'),
      await people.prove({ with: 'badge', code: 'B-48213377' }),
      await people.prove({ with: 'badge', code: 'B-48213378' }),
    ]).toEqual([ann, ann, true, null, succeed(ann), fail({ kind: 'badge_unknown' })])
  })

  it('makes anybody who guesses badges wait, and does not count scanned receipts', async () => {
    const { people } = await tillWithManager()
    const ann = await added(people, { ...aCashier, badge: 'B-48213377' })
    for (let scan = 0; scan < 20; scan += 1) await people.byBadge(`T-${scan}`)
    const right = { with: 'badge', code: 'B-48213377' } as const
    const before = await people.prove(right)
    for (const code of ['a', 'b', 'c']) await people.prove({ with: 'badge', code })
    const outcome = [before, await people.prove(right), await people.byBadge('B-48213377')]
    expect(outcome).toEqual([succeed(ann), fail({ kind: 'pin_throttled', waitSeconds: 30 }), ann])
  })
})
