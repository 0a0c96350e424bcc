/**
 * Codes that another program on this PC asks to be looked up (docs/administration.md, "A look-up from another program").
 * The window takes them as it takes a scan: they can do nothing else.
 */

import { maxRequestedLookups } from '../../shared/base/limits'
import { localDay } from '../../shared/base/local-time'
import { isLongerThan } from '../../shared/base/text'
import type { Output } from '../../shared/contract/contract'
import { cleanCode, longestCode } from '../../shared/payment/scan-code'
import { parseUrl } from '../service/address'
import type { Clock } from '../system/clock'
import { makeSignal } from '../system/signal'

/** The text as a code, without what belongs to none; null where no code is left, or one that no payment can have. */
export function usableCode(text: string): string | null {
  const code = cleanCode(text)
  return code === '' || isLongerThan(code, longestCode('automatic')) ? null : code
}

/** The code that a link `tillside://lookup?code=…` asks for; null for any other text: no link does anything else. */
export function codeOfLink(link: string): string | null {
  const read = parseUrl(link)
  if (read?.protocol !== 'tillside:' || read.host !== 'lookup' || !['', '/'].includes(read.pathname))
    return null
  const given = [...read.searchParams]
  const [name, value] = given[0] ?? []
  const isAlone = given.length === 1 && read.hash === '' && read.username === '' && read.password === ''
  return isAlone && name === 'code' && value !== undefined ? usableCode(value) : null
}

/** What another start of the program hands over to the one that runs; null where it asks for no look-up. */
export function codeHandedOver(data: unknown): string | null {
  const given = typeof data === 'object' && data !== null && 'lookUp' in data ? data.lookUp : null
  return typeof given === 'string' ? usableCode(given) : null
}

export type RequestedCodes = ReturnType<typeof makeRequestedCodes>

/** The shortest time between two that the window is told of: a program that runs wild leaves the cashier the counter. */
const minIntervalMs = 1000

export function makeRequestedCodes({ after, monotonic, now }: Clock) {
  let waiting: string | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let planned = false
  const waits = makeSignal()
  let day = ''
  let given = 0

  function tellNow(): void {
    planned = false
    toldAt = monotonic()
    waits.fire()
  }

  return {
    /** Another program asks for this one. Of several within a second only the last is shown. */
    ask(code: string): void {
      waiting = code
      if (planned) return
      planned = true
      const rest = toldAt + minIntervalMs - monotonic()
      if (rest > 0) after(rest, tellNow)
      else tellNow()
    },
    /** The code that the window is to look up, given once; refused beyond the day's budget, which counts in memory. */
    take(): Output<'lookup:take-requested'> {
      if (planned || waiting === null) return { at: 'none' }
      const code = waiting
      waiting = null
      const today = localDay(now())
      if (day !== today) given = 0
      day = today
      if (given === maxRequestedLookups) return { at: 'refused' }
      given += 1
      return { at: 'code', code }
    },
    /** One waits. */
    waits,
  }
}
