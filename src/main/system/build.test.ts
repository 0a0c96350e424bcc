import { describe, expect, it } from 'vitest'
import { isOnThisPc } from '../service/address'
import { isForThisPcOnly, isTestBuild, shippedElectron, takesDebugger, whyTestBuildStops } from './build'

const floor = { electron: '25.1.1', kind: 'checkout' } as const

describe('a test build of Electron', () => {
  it.each([
    ['25.1.1', true],
    [shippedElectron, false],
    [undefined, false],
  ])('%s: %s', (running, is) => {
    expect(isTestBuild(running)).toBe(is)
  })

  it.each(['', 'http://127.0.0.1:8086', 'http://localhost/api', 'https://[::1]:8443', 'https://127.9.9.9'])(
    'opens a till that is connected to %j',
    (stored) => {
      expect(whyTestBuildStops(stored, isOnThisPc, floor)).toBeNull()
    },
  )

  it.each(['https://pay.example', 'https://localhost.pay.example', 'https://10.0.0.7', 'no address'])(
    'stops before a till that is connected to %j, and says what to do',
    (stored) => {
      const words = whyTestBuildStops(stored, isOnThisPc, floor)
      expect(words).toContain(stored)
      expect(words).toMatch(/start it with --practice.*start it where Electron [\d.]+ can be downloaded/)
    },
  )
})

describe('on the Electron that ships', () => {
  it.each([
    ['checkout', { forThisPcOnly: false, debugged: true, stops: null }],
    ['package', { forThisPcOnly: false, debugged: false, stops: null }],
    ['test_package', { forThisPcOnly: true, debugged: true, stops: /takes a debugger.*install the package/ }],
  ] as const)('a %s keeps to this PC unless for payments, and only one for tests is debugged', (kind, is) => {
    const running = { electron: shippedElectron, kind }
    expect(isForThisPcOnly(running)).toBe(is.forThisPcOnly)
    expect(takesDebugger(kind)).toBe(is.debugged)
    const why = whyTestBuildStops('https://pay.example', isOnThisPc, running)
    if (is.stops === null) expect(why).toBeNull()
    else expect(why).toMatch(is.stops)
  })
})
