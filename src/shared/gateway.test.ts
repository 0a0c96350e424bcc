import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gatewayName, gateways, isGatewayCode } from './gateway'

it('knows the 21 codes of the interface, each with its own words', () => {
  const codes =
    '1_1 4_1 4_2 4_3 7_1 7_2 8_1 8_2 8_3 9_5 9_6 10_1 10_2 11_1 11_2 12_1 12_2 12_3 12_4 13_1 13_2'
  expect(Object.keys(gateways)).toEqual(codes.split(' '))
  expect(new Set(Object.values(gateways).map(({ name }) => name)).size).toBe(21)
  expect(new Set(Object.values(gateways).map(({ kind }) => kind)).size).toBe(21)
})

it('names a documented code in words and shows any other as it came', () => {
  expect([gatewayName('11_2'), gatewayName('99_1'), gatewayName('')]).toEqual([
    'EFTPOS v2',
    'Gateway 99_1',
    'No gateway',
  ])
})

it('takes no part of a JavaScript object for a code', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string()), (code) => {
      expect(isGatewayCode(code)).toBe(Object.keys(gateways).includes(code))
      return gatewayName(code).length > 0
    }),
  )
})
