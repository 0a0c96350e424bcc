import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Channel, contract, type Signal, signals } from './contract'
import { listeners, operations } from './operations'

describe('the operations of the bridge', () => {
  it('are every channel of the contract, each once, and no other', () => {
    expectTypeOf<(typeof operations)[keyof typeof operations]>().toEqualTypeOf<Channel>()
    expect(Object.values(operations).sort()).toEqual(Object.keys(contract).sort())
  })

  it('have a listener for every signal, each once, and for no other', () => {
    expectTypeOf<(typeof listeners)[keyof typeof listeners]>().toEqualTypeOf<Signal>()
    expect(Object.values(listeners).sort()).toEqual(Object.keys(signals).sort())
  })
})
