import { describe, expect, it } from 'vitest'
import { reasons as ja } from '../languages/ja'
import { personChange, personProof, personRef, reasonsSchema, refOf } from './people'
import { atLeast, reasonToSend, roles, usualReasons } from './rules'

it('lets each role do what it and lower roles may do', () => {
  const may = roles.map((role) => roles.filter((needed) => atLeast(role, needed)))
  expect(may).toEqual([['cashier'], ['cashier', 'supervisor'], ['cashier', 'supervisor', 'manager']])
})

it('accepts a name of eighty characters and none longer', () => {
  const name = 'a'.repeat(80)
  expect([
    personRef.safeParse({ id: '', name }).success,
    personRef.safeParse({ id: '', name: `${name}a` }).success,
  ]).toEqual([true, false])
})

it('names a person in the record without their role, which may change', () => {
  expect(refOf({ id: 'p1', name: 'Ann', role: 'manager' })).toEqual({ id: 'p1', name: 'Ann' })
})

it('accepts a person’s PIN or a badge, and nothing that is both', () => {
  const pin = { with: 'pin', person: 'p1', pin: '4821' }
  const badge = { with: 'badge', code: 'B-48213377' }
  const taken = [pin, badge, { ...pin, code: 'x' }, { with: 'pin', pin: '4821' }]
  expect(taken.map((one) => personProof.safeParse(one).success)).toEqual([true, true, false, false])
})

it('accepts as a badge whatever may be scanned, a long QR code too, to set it and to show it', () => {
  const code = 'a'.repeat(4096)
  const change = { id: '', name: 'Ann', role: 'cashier', badge: code }
  const shown = { with: 'badge', code }
  expect([personChange.safeParse(change).success, personProof.safeParse(shown).success]).toEqual([true, true])
})

const list = ['damaged', 'Wrong colour', 'other']

describe('a reason', () => {
  it('goes to the service in the store’s language, the store’s own words as they are', () => {
    expect([
      reasonToSend({ code: 'damaged', text: 'left over' }, list, ja),
      reasonToSend({ code: 'Wrong colour', text: '' }, list, ja),
      reasonToSend({ code: 'other', text: 'The zip broke' }, list, ja),
    ]).toEqual([
      { code: 'damaged', text: '商品の破損' },
      { code: 'Wrong colour', text: 'Wrong colour' },
      { code: 'other', text: 'The zip broke' },
    ])
  })

  it('is none where it isn’t on the store’s list, whatever the window sent', () => {
    expect(['wrong_item', 'Torn', ''].map((code) => reasonToSend({ code, text: 'x' }, list, ja))).toEqual([
      null,
      null,
      null,
    ])
  })
})

it('a store’s list has one to nine reasons, each once', () => {
  const nine = Array.from({ length: 9 }, (_, number) => `Reason ${number}`)
  expect(
    [usualReasons, nine, [], [...nine, 'Tenth'], ['damaged', 'damaged'], ['x'.repeat(41)], ['  ']].map(
      (each) => reasonsSchema.safeParse(each).success,
    ),
  ).toEqual([true, true, false, false, false, false, false])
})
