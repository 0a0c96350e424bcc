import { describe, expect, it } from 'vitest'
import { whatItLacks } from './installers'

describe('an installer that cannot be made here', () => {
  it('says which program of which package it lacks', () => {
    const needs = { program: 'no-such-program-of-ours', of: 'some-package' }
    expect(whatItLacks(needs, false)).toBe('it needs no-such-program-of-ours (Debian’s package some-package)')
    expect(whatItLacks(needs, true)).toBe('it needs no-such-program-of-ours (Debian’s package some-package)')
  })

  it('downloads nothing unless it is told to', () => {
    expect(whatItLacks('downloads', false)).toMatch(/npm run package -- --downloads/)
    expect(whatItLacks('downloads', true)).toBeNull()
  })

  it('lacks nothing where its program is', () => {
    expect(whatItLacks({ program: 'node', of: 'nodejs' }, false)).toBeNull()
  })
})
