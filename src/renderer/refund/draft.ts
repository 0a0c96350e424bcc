import { isWholeUnitCurrency, type Money, readHundredths, writeHundredths } from '../../shared/money'
import { checkAmount } from '../../shared/refund-rules'
import { fail, type Result, succeed } from '../../shared/result'
import type { AmountInputFault } from '../words/refund'

export type ReadAmount = {
  readonly amount: Money
  /** Hundredths that would stay and could never be refunded, or 0. */
  readonly strands: number
}

type Refundable = { readonly rest: Money; readonly wholeOnly: boolean }

/**
 * What is typed in Amount as plain decimal text. A comma counts as the decimal point only when nothing else
 * can be meant: one comma, no point, one or two digits after it. "1,200" could be either and is not taken.
 */
function asDecimalText(typed: string): Result<string, 'unreadable' | 'comma_unclear'> {
  // Input methods of Chinese and Japanese write full-width digits.
  const text = typed.normalize('NFKC').trim()
  const decimal = /^(\d+),(\d{1,2})$/.exec(text)
  if (decimal !== null) return succeed(`${decimal[1]}.${decimal[2]}`)
  if (text.includes(',')) return fail('comma_unclear')
  // "5." and ".50" are half-typed amounts that can mean only one thing.
  if (/^\d+\.$/.test(text)) return succeed(text.slice(0, -1))
  if (/^\.\d{1,2}$/.test(text)) return succeed(`0${text}`)
  return /^\d+(\.\d{1,2})?$/.test(text) ? succeed(text) : fail('unreadable')
}

/** Reads what the cashier typed, exactly, and holds it against what may be refunded (interface.md §8). */
export function readAmount(typed: string, refundable: Refundable): Result<ReadAmount, AmountInputFault> {
  if (typed.trim() === '') return fail('empty')
  const text = asDecimalText(typed)
  if (!text.ok) return text
  const hundredths = readHundredths(text.value)
  if (!hundredths.ok) return fail('unreadable')
  const checked = checkAmount(hundredths.value, refundable)
  if (!checked.ok) return checked
  const { currency } = refundable.rest
  return succeed({ amount: { hundredths: hundredths.value, currency }, strands: checked.value.strands })
}

/** An amount as Amount takes it, with all its decimals. */
export function writeAmount({ hundredths, currency }: Money): string {
  return isWholeUnitCurrency(currency) ? String(hundredths / 100) : writeHundredths(hundredths)
}

export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'erase'

/** With a point and two decimals that is the longest amount of the interface (§2.2). */
const mostWholeDigits = 12

/** The text in Amount after one key of the keypad. A key that could only make it wrong changes nothing. */
export function pressKeypad(text: string, key: KeypadKey, wholeUnits: boolean): string {
  if (key === 'erase') return text.slice(0, -1)
  if (key === '.') {
    if (wholeUnits || /[.,]/.test(text)) return text
    return text === '' ? '0.' : `${text}.`
  }
  const decimals = /[.,](\d*)$/.exec(text)?.[1]
  if (decimals !== undefined) return decimals.length >= 2 ? text : `${text}${key}`
  if (text === '0') return key
  return text.length >= mostWholeDigits ? text : `${text}${key}`
}
