import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What is kept of a PIN: never the PIN, and with it the wrong tries since the last right one. */
const pinRecord = z
  .object({
    salt: z.string(),
    hash: z.string(),
    wrongTries: z.number().int().nonnegative(),
    /** This PC's clock at the last try, milliseconds since 1970. */
    lastTryAt: z.number().int(),
  })
  .readonly()

export type PinRecord = z.infer<typeof pinRecord>

/** About 32 MB and 80 ms for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashLength = 32

function hashOf(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same PIN typed with another keyboard may be composed of other code points.
    scrypt(pin.normalize('NFKC'), salt, hashLength, cost, (error, hash) => {
      if (error === null) resolve(hash)
      else reject(error)
    })
  })
}

/** A new record for a PIN, with nothing tried yet. */
export async function makePinRecord(pin: string, now: number): Promise<PinRecord> {
  const salt = randomBytes(16)
  const hash = await hashOf(pin, salt)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), wrongTries: 0, lastTryAt: now }
}

/** Whether it is this PIN. Takes as long for a wrong one as for the right one. */
export async function matchesPin(record: PinRecord, pin: string): Promise<boolean> {
  const kept = Buffer.from(record.hash, 'base64')
  const tried = await hashOf(pin, Buffer.from(record.salt, 'base64'))
  return kept.length === tried.length && timingSafeEqual(kept, tried)
}

/** Reads what the keychain holds; null for anything this program did not write. */
export function readPinRecord(text: string): PinRecord | null {
  try {
    const parsed = pinRecord.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const shortest = 4
const longest = 64
const runs = ['01234567890', '09876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl']

/** Whether a PIN is one of the first that anybody would try: too short, one sign, one pair, or a row of keys. */
export function isWeakPin(pin: string): boolean {
  const signs = Array.from(pin.toLowerCase())
  if (signs.length < shortest || signs.length > longest) return true
  const text = signs.join('')
  // One sign or one pair over and over: 0000, 1212.
  if (/^(.)\1*$/u.test(text) || /^(..)\1+$/u.test(text)) return true
  return runs.some((run) => run.includes(text))
}
