/** What a term says about facets and days, worked out once for each search instead of once for each copy. */

import { gatewayKind } from '../../shared/gateway'
import { formatMoney } from '../../shared/money'
import { type DayPattern, isMeant, type SearchTerm } from '../../shared/search-term'
import { type Facet, year2000 } from './searched-copy'

const dayMilliseconds = 24 * 60 * 60 * 1000

/** What stands before an amount of this currency: `hk$`. */
function symbolOf(currency: string): string {
  return formatMoney({ hundredths: 0, currency })
    .replace(/[\d.,\s]/g, '')
    .toLowerCase()
}

/** Whether what was typed before a number, or alone, means this currency: HK$, hkd and $ all mean HKD. */
export function meansCurrency(typed: string, currency: string): boolean {
  const letters = typed.replace(/\P{L}/gu, '')
  return symbolOf(currency).endsWith(typed) || isMeant(currency.toLowerCase(), letters)
}

/** Whether the term itself, not the copy's codes or amount, means copies of this kind. */
export function meansFacet({ text, states }: SearchTerm, facet: Facet): boolean {
  const { state, status, gatewayCode, currency } = facet
  const gatewayWords = gatewayKind(gatewayCode)
    .toLowerCase()
    .split(/[\s,]+/)
  return (
    states.includes(state) ||
    isMeant(status.toLowerCase(), text) ||
    gatewayCode.toLowerCase() === text ||
    gatewayWords.some((word) => isMeant(word, text)) ||
    (!/\d/.test(text) && meansCurrency(text, currency))
  )
}

/** The number of the day that begins so many seconds after the year 2000 did. */
export const dayNumber = (seconds: number): number => Math.floor(seconds / 86_400)

function fits({ year, month, day }: DayPattern, date: Date): boolean {
  return (
    (year === null || year === date.getUTCFullYear()) &&
    (month === null || month === date.getUTCMonth() + 1) &&
    (day === null || day === date.getUTCDate())
  )
}

/** By day number, from the first to the last: 1 for each day that the pattern means. */
export function daysMeant(pattern: DayPattern, first: number, last: number): Uint8Array {
  const days = new Uint8Array(Math.max(0, last - first + 1))
  return days.map((_none, index) =>
    fits(pattern, new Date(year2000 + (first + index) * dayMilliseconds)) ? 1 : 0,
  )
}
