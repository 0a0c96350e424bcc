import { expect, it } from 'vitest'
import { gatewayCodes, walletName } from './payment-state'

it('knows the 21 codes of the interface', () => {
  const codes =
    '1_1 4_1 4_2 4_3 7_1 7_2 8_1 8_2 8_3 9_5 9_6 10_1 10_2 11_1 11_2 12_1 12_2 12_3 12_4 13_1 13_2'
  expect(gatewayCodes.join(' ')).toBe(codes)
})

it('names the wallet or card as the service does, as much of it as is shown', () => {
  const named = (gateway_sub_name?: string) => walletName({ fields: { gateway_sub_name } })
  expect([named('Octopus'), named(' AlipayHK '), named('x'.repeat(70)), named(' '), named()]).toEqual([
    'Octopus',
    'AlipayHK',
    `${'x'.repeat(60)}…`,
    '',
    '',
  ])
})
