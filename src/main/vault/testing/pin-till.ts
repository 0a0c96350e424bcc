/** A supervisor's PIN on a till whose clocks the test sets. */
import { expect } from 'vitest'
import { succeed } from '../../../shared/result'
import { makeSupervisorPin, type PinNews } from '../pin'
import { makeVault } from '../vault'
import { makeMemoryKeychain } from './memory-keychain'

export const pin = '73-open'
export const right = succeed(null)
/** What a guess costs in tests that are not about it: 4 MB. */
export const cheap = 12

/** A till whose clocks the test sets; `restart` begins a new run on the same keychain. */
export function till() {
  const keychain = makeMemoryKeychain()
  const profile = { wasUsed: false }
  const wasUsed = () => profile.wasUsed
  const clocks = { wall: 1_800_000_000_000, monotonic: 50_000 }
  const vault = () => makeVault({ keychain, profile: '/p', wasUsed })
  const told: PinNews[] = []
  const start = () => {
    const supervisor = makeSupervisorPin({
      keychain,
      profile: '/p',
      credentials: vault(),
      wasUsed,
      power: cheap,
      now: () => clocks.wall,
      monotonic: () => clocks.monotonic,
    })
    supervisor.news.on((news) => told.push(news))
    return supervisor
  }
  const pass = (milliseconds: number) => {
    clocks.wall += milliseconds
    clocks.monotonic += milliseconds
  }
  const restart = (off = 0) => {
    clocks.wall += off
    clocks.monotonic = 1000
    return start()
  }
  return { keychain, profile, clocks, told, vault, start, pass, restart }
}

export async function tillWithPin() {
  const made = till()
  const supervisor = made.start()
  expect(await supervisor.keep(pin, 'none')).toEqual(right)
  return { ...made, supervisor }
}
