import { describe, expect, it } from 'vitest'
import { whileHeld } from './files'

const held = (code: string) => Object.assign(new Error(code), { code })

describe('a file that somebody else holds', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is tried again for a second (%s), and no longer', (code) => {
    let tries = 0
    let waited = 0
    const work = (until: number) => () => {
      tries += 1
      if (tries < until) throw held(code)
      return 'there'
    }
    const wait = (milliseconds: number) => {
      waited += milliseconds
    }
    const found = whileHeld(work(5), wait)
    tries = 0
    expect([found, () => whileHeld(work(1000), wait)]).toEqual(['there', expect.any(Function)])
    expect(() => whileHeld(work(1000), wait)).toThrow(code)
    expect(waited).toBe(80 + 1000)
  })

  it('is tried once where it is not there, or the disk is full', () => {
    let tries = 0
    expect(() =>
      whileHeld(() => {
        tries += 1
        throw held('ENOSPC')
      }),
    ).toThrow('ENOSPC')
    expect(tries).toBe(1)
  })
})
