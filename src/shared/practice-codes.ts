/**
 * The practice codes: custom ids at which the practice payment service misbehaves on purpose, as payment
 * providers have test cards. Pure data: the printable sheet, the README and the service itself read it.
 */
import { lookupPracticeCodes } from './lookup-practice-codes'
import { refundPracticeCodes } from './refund-practice-codes'

export const practiceCodes = [...refundPracticeCodes, ...lookupPracticeCodes] as const

export type PracticeCodeName = (typeof practiceCodes)[number]['code']

/**
 * The practice code that a custom id is. `-2` to `-999` behind a code is a fresh receipt of the same kind, for
 * another go. Null for every other text.
 */
export function practiceCodeOf(customId: string): PracticeCodeName | null {
  const whole = practiceCodes.find(({ code }) => code === customId)
  if (whole !== undefined) return whole.code
  const stem = /^(.+)-(?:[2-9]|[1-9]\d{1,2})$/.exec(customId)?.[1]
  return practiceCodes.find(({ code }) => code === stem)?.code ?? null
}
