import { expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { serviceHandlers } from './service-handlers'
import { appState } from './testing/app-state-sample'

const proof = { with: 'pin', pin: '482915' } as const
const order = { address: 'https://new.example', of: 1, proof, supervisor: 'Mei', why: 'The provider moved' }

function setUp() {
  const told: unknown[] = []
  const handlers = serviceHandlers({
    refundService: {
      settleService: (...settled) => {
        told.push(settled)
        return settled[0] === order.address ? succeed(null) : fail({ kind: 'service_not_in_question' })
      },
    },
    readAppState: () => appState,
    appStateChanged: () => told.push('changed'),
  })
  return { settle: handlers['service:settle'], told }
}

it('says which service an address names, and answers the app state as it is then', async () => {
  const { settle, told } = setUp()
  expect([await settle(order), told]).toEqual([
    succeed(appState),
    [[order.address, 1, { supervisor: 'Mei', why: 'The provider moved' }], 'changed'],
  ])
})

it('announces nothing where there was nothing to say', async () => {
  const { settle, told } = setUp()
  const answer = await settle({ ...order, address: 'https://other.example', of: null })
  expect([answer, told.length]).toEqual([fail({ kind: 'service_not_in_question' }), 1])
})
