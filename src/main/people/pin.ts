/** Hashes PINs so that every guess costs memory and time, and tells which new ones are too easy. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { practicePin } from '../../shared/contract/practice'
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

/** Hashes a PIN with a new salt. @param power scrypt's N as a power of two */
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

const maxLength = 64

/**
 * The most common choices beyond what the rules below refuse: words, rows of keys, and the six digits that recur in lists of
 * leaked PINs. And practice's own, which stands on every till's screen.
 */
const common: ReadonlySet<string> = new Set(
  `${practicePin} 112211 112358 113355 114477 115599 121314 122333 123654 124578 131313 134679 135246 141421 142536 142857 143143
   147147 147258 147369 147852 147963 151515 159159 159357 159753 161803 171717 172839 181818 191919 212223 225588 232425
   235689 246810 246824 252525 258369 258456 258852 271828 292929 314159 321654 332211 335577 336699 357159 357951
   369147 369258 369852 420420 424242 456852 520131 520520 521521 556677 654123 696969 741852 741963 753159 753951
   789123 789456 789632 852456 852963 951357 951753 963258 963852 987123 007007 110110 520025 5201314 1314520
   password passw0rd passwort iloveyou letmein welcome monkey dragon master sunshine princess football baseball
   superman batman shadow michael secret azerty qwertz qwerty1 qwerty12 qwerty123 abc123 123abc 123qwe qwe123 1q2w3e
   1q2w3e4r 1qaz2wsx zaq12wsx q1w2e3 asd123 admin1 admin123 supervisor tillside changeme default testtest`.split(
    /\s+/,
  ),
)

/** All stretches of rows on a keyboard, of the alphabet and of counting; in both directions, and past their ends. */
const rows: ReadonlySet<string> = new Set(
  [
    '0123456789',
    'abcdefghijklmnopqrstuvwxyz',
    'qwertyuiop',
    'qwertzuiop',
    'asdfghjkl',
    'zxcvbnm',
    'azertyuiop',
    '13579',
    '02468',
    '24680',
    // The middle column of a number pad.
    '2580',
  ].flatMap((row) => {
    const twice = row + row
    return [twice, [...twice].reverse().join('')].flatMap(piecesOf)
  }),
)

/** Returns every stretch of a text. */
function piecesOf(text: string): readonly string[] {
  const ends = [...text].map((_, index) => index + 1)
  return ends.flatMap((end) => ends.slice(0, end).map((from) => text.slice(from - 1, end)))
}

/**
 * Whether a new PIN is among the first that anybody would try: too short for its role or too long, one of the most common or
 * such a word with a few characters more, one piece repeated, one or two rows of keys, neighbours in pairs, numbers that
 * count on, a palindrome, or a date.
 * @param minLength in characters.
 */
export function isWeakPin(pin: string, minLength: number): boolean {
  const characters = Array.from(pin.normalize('NFKC').toLowerCase())
  if (characters.length < minLength || characters.length > maxLength) return true
  const text = characters.join('')
  if (/^\s*$/.test(text) || common.has(text) || common.has(wordIn(text))) return true
  if (new Set(characters).size < 3 || isRepeated(characters)) return true
  if (isRow(text) || isTwoRows(text)) return true
  return /^\d+$/.test(text) && (isPatterned(text) || date.test(text))
}

/** One piece repeated: 121212, 123123, 000000. */
function isRepeated(characters: readonly string[]): boolean {
  return [1, 2, 3, 4, 5, 6].some(
    (length) =>
      length * 2 <= characters.length &&
      characters.every((character, index) => character === characters[index % length]),
  )
}

/** A palindrome, neighbours in pairs, or two halves that are each a row or one digit: 123321, 112233, 456123, 111222. */
function isPatterned(digits: string): boolean {
  if (digits === [...digits].reverse().join('')) return true
  if (isPairs(digits) || isCount(digits)) return true
  // Too many PINs of four digits are made of two such halves.
  if (digits.length < 6) return false
  const half = Math.floor(digits.length / 2)
  return [digits.slice(0, half), digits.slice(half)].every((piece) => isRow(piece) || isRepeated([...piece]))
}

function isPairs(digits: string): boolean {
  const pairs = digits.match(/../g) ?? []
  const steps = pairs.map((pair) => pair.charAt(0)).join('')
  return pairs.length * 2 === digits.length && pairs.every((pair) => new Set(pair).size === 1) && isRow(steps)
}

/** The word without the digits and punctuation that people put before or after it, four at most. */
function wordIn(text: string): string {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return text.length - word.length <= 4 ? word : text
}

/** A row of four or more and another of any length: qwer1234, 135724, a12345. */
function isTwoRows(text: string): boolean {
  return Array.from({ length: text.length - 1 }, (_, index) => index + 1).some((at) => {
    const pieces = [text.slice(0, at), text.slice(at)]
    return pieces.every(isRow) && pieces.some((piece) => piece.length >= 4)
  })
}

/** Numbers of two digits with the same step between them: 202122, 102030. */
function isCount(digits: string): boolean {
  const numbers = (digits.match(/../g) ?? []).map(Number)
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? number))
  // Between only two numbers there is always one step.
  return (
    digits.length >= 6 &&
    digits.length % 2 === 0 &&
    Math.abs(steps[0] ?? 99) <= 11 &&
    new Set(steps).size === 1
  )
}

function isRow(text: string): boolean {
  return rows.has(text)
}

/** A year of four digits or of two, a month, a day. */
const datePart: Readonly<Record<string, string>> = {
  Y: '(?:19|20)\\d\\d',
  y: '\\d\\d',
  M: '(?:0[1-9]|1[0-2])',
  D: '(?:0[1-9]|[12]\\d|3[01])',
}
const dateOrders = 'Y DM MD YM MY DMy MDy yMD DMY MDY YMD YY'

/** A date in any usual order: 1231, 311299, 991231, 12311999. */
const date = new RegExp(
  `^(?:${dateOrders.replace(/\w/g, (part) => datePart[part] ?? '').replaceAll(' ', '|')})$`,
)
