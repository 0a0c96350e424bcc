import { expect, it } from 'vitest'
import { anAppState } from '../../shared/testing/app-state-sample'
import { otherNames, servicesBefore } from './till'

const services = [
  { service: 1, addresses: ['https://old.example', 'https://pay.example'] },
  { service: 2, addresses: ['https://stage.example'] },
]

it('offers each service that the till knows, by the address that named it last', () => {
  expect(servicesBefore(anAppState({ services }))).toEqual([
    { service: 1, name: 'https://pay.example' },
    { service: 2, name: 'https://stage.example' },
  ])
})

it('knows by which other addresses the service in use goes: only then a move can be taken back', () => {
  expect([
    otherNames(anAppState({ services, serviceAddress: 'https://pay.example' })),
    otherNames(anAppState({ services, serviceAddress: 'https://stage.example' })),
    otherNames(anAppState({ services, serviceAddress: 'https://new.example' })),
  ]).toEqual([['https://old.example'], [], []])
})
