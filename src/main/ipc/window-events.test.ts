import { describe, expect, it } from 'vitest'
import type { DeskState } from '../../shared/contract'
import { desk } from './testing/app-state-sample'
import { makeTeller } from './window-events'

function setUp() {
  const told: unknown[] = []
  let gone = false
  const teller = makeTeller(
    { isGone: () => gone, send: (channel, value) => told.push([channel, value]) },
    {
      error: (message) => {
        told.push(message)
        return ''
      },
    },
  )
  return {
    teller,
    told,
    close: () => {
      gone = true
    },
  }
}

describe('telling the window', () => {
  it('sends what the contract describes and nothing besides', () => {
    const { teller, told } = setUp()
    const more: DeskState & { token2: string } = { ...desk, token2: 'must not leave' }
    teller.push('desk:changed', more)
    expect(told).toEqual([['desk:changed', desk]])
  })

  it('sends nothing that does not fit, and logs it', () => {
    const { teller, told } = setUp()
    teller.push('desk:changed', { ...desk, undecided: -1 })
    expect(told).toEqual(['desk:changed does not fit the contract.'])
  })

  it('is over when the window is gone or another desk has it', () => {
    const [left, right] = [setUp(), setUp()]
    left.close()
    right.teller.fallSilent()
    for (const { teller } of [left, right]) teller.push('desk:changed', desk)
    expect([left.told, right.told]).toEqual([[], []])
  })
})
