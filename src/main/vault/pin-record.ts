import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Wrong PINs since the last right one. `since` is this PC's clock at the first of them, in milliseconds since 1970. */
export type WrongPins = { readonly tries: number; readonly since: number }

/** What is kept of a PIN: never the PIN, and with it the wrong tries since the last right one. */
const storedRecord = z.object({
  salt: z.string(),
  hash: z.string(),
  /** What a guess costs: N of scrypt is this power of two. */
  power: z.number().int().min(10).max(17),
  /** Wrong ones in a row: since the last right one, or since a stop was ended. */
  wrongTries: z.number().int().nonnegative(),
  /** This PC's clock at the last try, milliseconds since 1970. */
  lastTryAt: z.number().int(),
  /** All since the last right one. */
  wrong: z.object({ tries: z.number().int().positive(), since: z.number().int() }).nullable(),
  /** Wrong tokens typed to end the stop. */
  wrongTokens: z.number().int().nonnegative(),
  /** The address of the service that was connected when the PIN was last right; null when nobody knows. */
  address: z.string().nullable(),
})

export type PinRecord = Readonly<z.infer<typeof storedRecord>>

/** After so many wrong ones in a row no PIN is looked at any more, until somebody types the token in use. */
export const mostWrongTries = 10

/** 128 MB for each guess: what OWASP asks for (N = 2^17, r = 8, p = 1). */
export const usualPower = 17
const hashLength = 32

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

/** A new record for a PIN, with nothing tried yet. @param address of the service that is connected now, if known. */
export async function makePinRecord(
  pin: string,
  now: number,
  { power = usualPower, address = null }: { readonly power?: number; readonly address?: string | null } = {},
): Promise<PinRecord> {
  const salt = randomBytes(16)
  const hash = await hashOf(pin, salt, power)
  return {
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    power,
    wrongTries: 0,
    lastTryAt: now,
    wrong: null,
    wrongTokens: 0,
    address,
  }
}

/** Whether it is this PIN. Takes as long for a wrong one as for the right one. */
export async function matchesPin(record: PinRecord, pin: string): Promise<boolean> {
  const kept = Buffer.from(record.hash, 'base64')
  const tried = await hashOf(pin, Buffer.from(record.salt, 'base64'), record.power)
  return kept.length === tried.length && timingSafeEqual(kept, tried)
}

/** Reads what the keychain holds; null for anything this program did not write. */
export function readPinRecord(text: string): PinRecord | null {
  try {
    return storedRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}
