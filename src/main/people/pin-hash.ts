/** Hashes PINs so that every guess costs memory and time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { KeptPerson } from './kept-people'

/** 128 MB for each guess, as OWASP recommends (N = 2^17, r = 8, p = 1). */
export const defaultPower = 17
const hashBytes = 32

/** Counts the characters as a person does. */
export const lengthOf = (text: string) => Array.from(text.normalize('NFKC')).length

type KeptPin = NonNullable<KeptPerson['pin']>

function hashOf(pin: string, salt: Buffer, power: number): Promise<Buffer> {
  const N = 2 ** power
  // Twice what scrypt needs: Node refuses a cost close to its limit.
  const cost = { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N }
  return new Promise((resolve, reject) => {
    // Another keyboard may compose the same PIN of other code points.
    scrypt(pin.normalize('NFKC'), salt, hashBytes, cost, (error, hash) => {
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

/** Whether it is this PIN. A wrong one takes as long as the right one. */
export async function matchesPin(kept: KeptPin, pin: string): Promise<boolean> {
  const known = Buffer.from(kept.hash, 'base64')
  const typed = await hashOf(pin, Buffer.from(kept.salt, 'base64'), kept.power)
  return known.length === typed.length && timingSafeEqual(known, typed)
}
