/**
 * Codes that another program on this PC asks to look up (docs/administration.md, "A look-up from another program"). The
 * window treats them as scans.
 */

import { isLongerThan } from '../../shared/base/text'
import type { Output } from '../../shared/contract/contract'
import { cleanCode, maxCodeLength } from '../../shared/payment/codes'
import { parseUrl } from '../service/address'
import type { Clock } from '../system/clock'
import { makeSignal } from '../system/signal'

/** Cleans a text to a code. Returns null when nothing is left, or more than a payment's code can have. */
export function usableCode(text: string): string | null {
  const code = cleanCode(text)
  return code === '' || isLongerThan(code, maxCodeLength('automatic')) ? null : code
}

/** Returns the code of a link `tillside://lookup?code=…`; null for any other text. */
export function codeOfLink(link: string): string | null {
  const read = parseUrl(link)
  if (read?.protocol !== 'tillside:' || read.host !== 'lookup' || !['', '/'].includes(read.pathname))
    return null
  const parameters = [...read.searchParams]
  const [name, value] = parameters[0] ?? []
  const isAlone = parameters.length === 1 && read.hash === '' && read.username === '' && read.password === ''
  return isAlone && name === 'code' && value !== undefined ? usableCode(value) : null
}

/** Returns the code that a second start of the program hands over; null for none. */
export function codeHandedOver(data: unknown): string | null {
  const code = typeof data === 'object' && data !== null && 'lookUp' in data ? data.lookUp : null
  return typeof code === 'string' ? usableCode(code) : null
}

export type RequestedCodes = ReturnType<typeof makeRequestedCodes>

/** A code waits this long for the sign-in at a locked till. Later, nobody expects it any more. */
const maxWaitMs = 60_000

/** Keeps the newest code that another program asks for until the window takes it. */
export function makeRequestedCodes({ monotonic }: Pick<Clock, 'monotonic'>) {
  let waiting: { readonly code: string; readonly askedAt: number } | null = null
  const waits = makeSignal()

  return {
    /** Takes a code, in place of one that waits. */
    ask(code: string): void {
      waiting = { code, askedAt: monotonic() }
      waits.fire()
    },
    /** Returns the waiting code once, unless it is too old. A locked till learns only that one waits. */
    take(locked: boolean): Output<'lookup:take-requested'> {
      if (waiting === null) return { at: 'none' }
      const { code, askedAt } = waiting
      const isTooOld = monotonic() - askedAt > maxWaitMs
      if (locked && !isTooOld) return { at: 'waits' }
      waiting = null
      return isTooOld ? { at: 'none' } : { at: 'code', code }
    },
    /** Fires when a code waits. */
    waits,
  }
}
