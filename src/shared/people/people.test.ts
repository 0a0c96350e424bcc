import { expect, it } from 'vitest'
import { personProof, personRef, refOf } from './people'
import { atLeast, roles } from './rules'

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
