/**
 * Why money goes back. A store has its own list: each entry is the code of a usual reason, which is said in every language, or
 * the store's own words, which are their own code. The record keeps the code; the service is told in the store's language.
 */

/** In the order of the form and of its digits. What the cashier types beside *other* is the text that is sent. */
export const usualReasons = [
  'damaged',
  'wrong_item',
  'changed_mind',
  'charged_twice',
  'not_received',
  'other',
] as const
export type UsualReason = (typeof usualReasons)[number]

/** The digits 1 to 9 choose one. */
export const maxReasons = 9

/** The usual reasons in a language. */
export type ReasonTexts = Readonly<Record<UsualReason, string>>

/** What a cashier reads of a reason; a store's own words are what they are. */
export function reasonName(code: string, texts: ReasonTexts): string {
  const usual = usualReasons.find((each) => each === code)
  return usual === undefined ? code : texts[usual]
}

/** What the cashier chose; `text` is what was typed beside *other*, and nothing else. */
export type ChosenReason = { readonly code: string; readonly text: string }

/** The reason as it is written down and sent, in the store's language; null where it is not on the store's list. */
export function reasonToSend(
  { code, text }: ChosenReason,
  list: readonly string[],
  texts: ReasonTexts,
): ChosenReason | null {
  if (!list.includes(code)) return null
  return { code, text: code === 'other' ? text : reasonName(code, texts) }
}
