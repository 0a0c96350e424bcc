import { isolatedText } from '../base/text'

/**
 * An amount of money: a whole number of hundredths of the currency's main unit, and the currency's code.
 * The interface writes every amount with two decimals (§2.2), JPY too, so a hundredth is the grain everywhere.
 */
export type Money = { readonly hundredths: number; readonly currency: string }

/** §2.2 allows 15 characters, so a sum stays far below the integers that a number holds exactly. */
const maxAmountLength = 15
const decimalText = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/

/**
 * Reads decimal text as hundredths, exactly, with no float in between. Null for anything that is not plain decimal text or that
 * would lose a digit: "1.005", "1e3", "", " 1" (architecture.md, "Money and records").
 */
export function readHundredths(text: string): number | null {
  const parts = decimalText.exec(text)
  if (parts === null || text.length > maxAmountLength + 1) return null
  const [, sign, whole = '', decimals = ''] = parts
  const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(hundredths)) return null
  return sign === '-' && hundredths !== 0 ? -hundredths : hundredths
}

/** Writes hundredths as decimal text with two decimals, as the interface does: 12050 → "120.50". */
export function writeHundredths(hundredths: number): string {
  const digits = Math.abs(hundredths).toString().padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Currencies of which an amount is whole units only (ISO 4217, exponent 0; architecture.md, "Money and records"). */
const wholeUnitCurrencies: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)

/** Whether a currency has no minor unit, so that amounts are whole hundreds of hundredths. The interface does not say how codes are written. */
export function isWholeUnitCurrency(currency: string): boolean {
  return wholeUnitCurrencies.has(currency.toUpperCase())
}

const formats = new Map<string, Intl.NumberFormat | null>()

function formatFor(currency: string): Intl.NumberFormat | null {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const made = makeFormat(currency)
  formats.set(currency, made)
  return made
}

/** Returns null for a code that no currency has: the code itself is then shown before the number. */
function makeFormat(currency: string): Intl.NumberFormat | null {
  if (!/^[A-Z]{3}$/i.test(currency)) return null
  const digits = isWholeUnitCurrency(currency) ? 0 : 2
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  })
}

/** Formats money for people: HK$120.50, ¥1,200, "XX1 5.00" for a code that is no currency's. */
export function formatMoney(money: Money): string {
  const text = writeHundredths(money.hundredths)
  const format = formatFor(money.currency)
  if (format === null) return `${isolatedText(money.currency)} ${text}`.trim()
  // A decimal string is formatted exactly; the cast only tells the type checker what `writeHundredths` promises.
  return format.format(text as `${number}`)
}
