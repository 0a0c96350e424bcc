import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gatewayKind, gatewayName, gateways, isGatewayCode } from './gateway'

it('knows the 21 codes of the interface, each with its own words', () => {
  const codes =
    '1_1 4_1 4_2 4_3 7_1 7_2 8_1 8_2 8_3 9_5 9_6 10_1 10_2 11_1 11_2 12_1 12_2 12_3 12_4 13_1 13_2'
  expect(Object.keys(gateways)).toEqual(codes.split(' '))
  expect(new Set(Object.values(gateways)).size).toBe(21)
})

const named = (gatewayCode: string, gateway_sub_name?: string) =>
  gatewayName({ gatewayCode, fields: { gateway_sub_name } })

it('names the wallet or card as the service does, whatever its code', () => {
  expect([named('12_3', 'Octopus'), named('14_1', ' AlipayHK '), named('8_1', 'x'.repeat(70))]).toEqual([
    'Octopus',
    'AlipayHK',
    `${'x'.repeat(60)}…`,
  ])
})

it('names it by its code where the service does not, and shows an unlisted code as it came', () => {
  expect([named('11_2', ''), named('99_1', ' '), named('')]).toEqual([
    'EFTPOS v2',
    'Gateway 99_1',
    'No gateway',
  ])
})

it('takes no part of a JavaScript object for a code', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string()), (code) => {
      expect(isGatewayCode(code)).toBe(Object.keys(gateways).includes(code))
      return gatewayKind(code).length > 0
    }),
  )
})
