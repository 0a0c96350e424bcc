import { createHash } from 'node:crypto'

/** A made-up id in the form of a UUID, the same for the same name every time. */
export function idFor(name: string): string {
  const hex = createHash('sha256').update(`practice ${name}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** A made-up number of so many digits, never beginning with 0, the same for the same name every time. */
export function digitsFor(name: string, length: number): string {
  const hex = createHash('sha256').update(`practice digits ${name}`).digest('hex')
  const digits = Array.from(hex, (letter) => String(Number.parseInt(letter, 16) % 10)).join('')
  return `${1 + (Number(digits.charAt(0)) % 9)}${digits.slice(1, length)}`
}
