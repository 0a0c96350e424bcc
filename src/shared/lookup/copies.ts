/**
 * Saved copies, as window and main see them: what a cashier typed to find some, and when one stays on the screen. Each word that
 * is typed becomes one term, and a copy must match every term in one of its ways.
 */

import { plainWidth } from '../base/text'
import type { Fault } from '../fault'
import { readHundredths } from '../payment/money'
import { type GatewayCode, gatewayCodes, type PaymentState, paymentStates } from '../payment/refund-rules'

/** The limits of a store's list of codes. The length of a line is in characters. */
export const listLimits = { maxBytes: 10 * 1024 * 1024, maxRows: 200_000, maxLineLength: 4096 } as const

/** The words on screen, and the days that the words for days mean now (2026-11-21). */
export type SearchWords = {
  readonly states: Readonly<Record<PaymentState, string>>
  readonly gateways: Readonly<Record<GatewayCode, string>>
  readonly days: readonly { readonly word: string; readonly day: string }[]
}

/** Returns the terms of what was typed. None, which finds everything, without a word. */
export function readCopyQuery(typed: string, words: SearchWords): readonly SearchTerm[] {
  const texts = plainWidth(typed)
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((text) => text !== '')
  return texts.slice(0, maxTerms).map((whole) => {
    const text = whole.slice(0, maxTermLength)
    return {
      text,
      amount: readAmount(text),
      day: readDay(text, words),
      states: meantBy(text, paymentStates, words.states),
      gateways: meantBy(text, gatewayCodes, words.gateways),
    }
  })
}

/** Returns those whose name has a word that begins with what was typed. */
function meantBy<K extends string>(
  text: string,
  all: readonly K[],
  names: Readonly<Record<K, string>>,
): readonly K[] {
  return all.filter((each) =>
    names[each]
      .toLowerCase()
      .split(/[\s\p{P}]+/u)
      .some((word) => isMeant(word, text)),
  )
}

/** 120 · 120.5 · 120.50 · 120,50 · 1,204.00 · HK$120.50 · hkd120 */
const amountText = /^(\D*?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2})|,(\d{1,2}))?$/

/** Returns the amounts that may begin with what was typed: 120 is 120.00 to 120.99, 120.5 is 120.50 to 120.59. */
function readAmount(text: string): AmountRange | null {
  const parts = amountText.exec(text)
  const [, currency = '', whole = '', point = '', comma = ''] = parts ?? []
  if (parts === null || /[-.,/]/.test(currency)) return null
  const decimals = point || comma
  const from = readHundredths(`${whole.replaceAll(',', '')}.${decimals.padEnd(2, '0')}`)
  if (from === null) return null
  return { from, to: from + 10 ** (2 - decimals.length) - 1, currency }
}

const yearFirst = /^(\d{4})([-/.])(?:(\d{1,2})(?:\2(\d{1,2})?)?)?$/
const dayFirst = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/

const numberOf = (digits: string | undefined) => (digits === undefined ? null : Number(digits))

/** 2026-11-20 · 2026-11 · 20.11.2026 · 20/11 · 20.11.26 · a word for a day */
function readDay(text: string, { days }: SearchWords): DayPattern | null {
  const named = days.find(({ word }) => text.length > 1 && isMeant(word.toLowerCase(), text))
  const iso = yearFirst.exec(named?.day ?? text)
  if (iso !== null) return possible(numberOf(iso[1]), numberOf(iso[3]), numberOf(iso[4]))
  const local = dayFirst.exec(text)
  if (local === null) return null
  const [, first, , second, year] = local
  const full = year === undefined ? null : Number(year.length === 2 ? `20${year}` : year)
  // Day first, unless only month first makes a date.
  return (
    possible(full, numberOf(second), numberOf(first)) ?? possible(full, numberOf(first), numberOf(second))
  )
}

function possible(year: number | null, month: number | null, day: number | null): DayPattern | null {
  const inYear = month === null || (month >= 1 && month <= 12)
  const inMonth = day === null || (day >= 1 && day <= 31)
  return inYear && inMonth ? { year, month, day } : null
}

/** A day, or as much of one as was typed: null stands for any. */
export type DayPattern = {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
}

/** Hundredths, both included; `currency` is what stood before the number ('hk$'), '' for any. */
type AmountRange = { readonly from: number; readonly to: number; readonly currency: string }

export type SearchTerm = {
  /** The word itself, in small letters: a part of a code, a wallet, a currency or the service's own status. */
  readonly text: string
  readonly amount: AmountRange | null
  readonly day: DayPattern | null
  readonly states: readonly PaymentState[]
  readonly gateways: readonly GatewayCode[]
}

export const maxTerms = 8
export const maxTermLength = 64

/** Whether `typed` begins the word: it is found while it is being typed. */
export function isMeant(word: string, typed: string): boolean {
  return typed !== '' && word.startsWith(typed)
}

/** Answers that say nothing but that this request came at a bad time: too slow, too early, too many. */
export const laterStatuses: readonly number[] = [408, 425, 429]

/**
 * Whether a saved copy stays on the screen after this fault, which then says nothing about the payment: what is not
 * documented is a gateway's own page, as while the service is being replaced. Any other fault is the service's own answer,
 * and replaces the copy.
 */
export function copyOutlives(fault: Fault): boolean {
  switch (fault.kind) {
    case 'not_connected':
    case 'no_answer':
    case 'strange_answer':
    // Older than what is known: from a cache, or overtaken.
    case 'stale_answer':
      return true
    case 'service_error':
      return (
        fault.undocumented === true || fault.httpStatus >= 500 || laterStatuses.includes(fault.httpStatus)
      )
    case 'not_found':
      return fault.undocumented === true
    default:
      return false
  }
}
