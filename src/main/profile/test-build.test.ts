import { describe, expect, it } from 'vitest'
import { isTestBuild, shippedElectron, whyTestBuildStops } from './test-build'

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
      expect(whyTestBuildStops(stored)).toBeNull()
    },
  )

  it.each(['https://pay.example', 'https://localhost.pay.example', 'https://10.0.0.7', 'no address'])(
    'stops before a till that is connected to %j, and says what to do',
    (stored) => {
      const words = whyTestBuildStops(stored)
      expect(words).toContain(stored)
      expect(words).toMatch(/start it with --practice.*start it where Electron [\d.]+ can be downloaded/)
    },
  )
})
