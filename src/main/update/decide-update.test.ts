import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideUpdate, type UpdateMoment } from './decide-update'
import { isOurTurn } from './roll-out'

const ready: UpdateMoment = {
  isNewer: true,
  isOurTurn: true,
  installs: true,
  isHere: true,
  chosenHour: 3,
  hour: 3,
  isSending: false,
  isUndecidedYoung: false,
  isAtWork: false,
  isAgreed: false,
}
const hours = fc.integer({ min: 0, max: 23 })
const moments: fc.Arbitrary<UpdateMoment> = fc.record({
  isNewer: fc.boolean(),
  isOurTurn: fc.boolean(),
  installs: fc.boolean(),
  isHere: fc.boolean(),
  chosenHour: hours,
  hour: fc.oneof(hours, fc.constant(3)),
  isSending: fc.boolean(),
  isUndecidedYoung: fc.boolean(),
  isAtWork: fc.boolean(),
  isAgreed: fc.boolean(),
})

describe('an update', () => {
  it.each<[string, Partial<UpdateMoment>, ReturnType<typeof decideUpdate>]>([
    ['is installed at its hour where nobody is at work', {}, { kind: 'install' }],
    ['is nothing where there is none', { isNewer: false }, { kind: 'nothing' }],
    ['waits for its turn', { isOurTurn: false, isHere: false }, { kind: 'wait', for: 'turn' }],
    ['is only told of where the system installs', { installs: false }, { kind: 'tell' }],
    [
      'is downloaded at any hour, also while a refund is sent',
      { isHere: false, hour: 12, isSending: true },
      { kind: 'download' },
    ],
    ['waits for its hour', { hour: 4 }, { kind: 'wait', for: 'hour' }],
    [
      'waits for its hour also when somebody agreed',
      { hour: 2, isAtWork: true, isAgreed: true },
      { kind: 'wait', for: 'hour' },
    ],
    [
      'waits for a refund that is being sent',
      { isSending: true, isAgreed: true },
      { kind: 'wait', for: 'refund' },
    ],
    ['waits for a young refund', { isUndecidedYoung: true, isAgreed: true }, { kind: 'wait', for: 'refund' }],
    ['asks whoever is at work', { isAtWork: true }, { kind: 'wait', for: 'person' }],
    ['is installed when whoever is at work agreed', { isAtWork: true, isAgreed: true }, { kind: 'install' }],
  ])('%s', (_what, change, step) => {
    expect(decideUpdate({ ...ready, ...change })).toEqual(step)
  })

  it('is never installed while money is on its way, out of hours, over somebody’s work or before it is here', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        if (decideUpdate(moment).kind !== 'install') return
        expect(moment).toMatchObject({
          isNewer: true,
          isOurTurn: true,
          installs: true,
          isHere: true,
          isSending: false,
          isUndecidedYoung: false,
          hour: moment.chosenHour,
        })
        expect(moment.isAtWork && !moment.isAgreed).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('is installed some time: nothing but what may pass stands in its way', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const passed = { isSending: false, isUndecidedYoung: false, isAtWork: false, hour: moment.chosenHour }
        const step = decideUpdate({
          ...moment,
          ...passed,
          isNewer: true,
          isOurTurn: true,
          installs: true,
          isHere: true,
        })
        expect(step).toEqual({ kind: 'install' })
      }),
    )
  })
})

describe('the roll-out', () => {
  const device = fc.uuid()

  it('reaches nobody at 0, everybody at 100, and a till that it reached stays reached', () => {
    fc.assert(
      fc.property(device, fc.nat(100), fc.nat(100), (id, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect([isOurTurn(id, '1.3.0', 0), isOurTurn(id, '1.3.0', 100)]).toEqual([false, true])
        if (isOurTurn(id, '1.3.0', less)) expect(isOurTurn(id, '1.3.0', more)).toBe(true)
      }),
    )
  })

  it('reaches about as many as it says, and others for another version', () => {
    const tills = Array.from({ length: 2000 }, (_, number) => `till-${number}`)
    const taking = (version: string) => tills.filter((id) => isOurTurn(id, version, 20))
    const [first, second] = [taking('1.3.0'), taking('1.4.0')]
    expect([first.length > 320, first.length < 480]).toEqual([true, true])
    expect(second.filter((id) => first.includes(id)).length).toBeLessThan(150)
  })
})
