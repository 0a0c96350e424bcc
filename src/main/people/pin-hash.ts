/** What is kept of a PIN: a hash that makes every guess cost memory and time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { KeptPerson } from './kept-people'

/** 128 MB for each guess: what OWASP asks for (N = 2^17, r = 8, p = 1). */
export const defaultPower = 17
const hashLength = 32

/** In characters, as a person counts them. */
export const lengthOf = (text: string) => Array.from(text.normalize('NFKC')).length

type KeptPin = NonNullable<KeptPerson['pin']>

function hashOf(pin: string, salt: Buffer, power: number): Promise<Buffer> {
  const N = 2 ** power
  // Twice what scrypt needs for N: Node refuses what comes near its limit.
  const cost = { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N }
  return new Promise((resolve, reject) => {
    // The same PIN typed with another keyboard may be composed of other code points.
    scrypt(pin.normalize('NFKC'), salt, hashLength, cost, (error, hash) => {
      if (error === null) resolve(hash)
      else reject(error)
    })
  })
}

export async function hashPin(pin: string, power: number): Promise<KeptPin> {
  const salt = randomBytes(16)
  const hash = await hashOf(pin, salt, power)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), power, length: lengthOf(pin) }
}

/** Whether it is this PIN. Takes as long for a wrong one as for the right one. */
export async function matchesPin(kept: KeptPin, pin: string): Promise<boolean> {
  const known = Buffer.from(kept.hash, 'base64')
  const typed = await hashOf(pin, Buffer.from(kept.salt, 'base64'), kept.power)
  return known.length === typed.length && timingSafeEqual(known, typed)
}
