/**
 * Why money goes back. A store has its own list. Each entry is the code of a usual reason, which has a text in every language,
 * or the store's own words, which are their own code. The record keeps the code; the service gets the store's language.
 */

/** In the order of the form and its digits. With *other*, the text that the cashier types is sent. */
export const usualReasons = [
  'damaged',
  'wrong_item',
  'changed_mind',
  'charged_twice',
  'not_received',
  'other',
] as const
export type UsualReason = (typeof usualReasons)[number]

/** The digits 1 to 9 choose a reason. */
export const maxReasons = 9

export type ReasonTexts = Readonly<Record<UsualReason, string>>

/** Returns a reason's text in a language; a store's own words are not translated. */
export function reasonName(code: string, texts: ReasonTexts): string {
  const usual = usualReasons.find((each) => each === code)
  return usual === undefined ? code : texts[usual]
}

/** What the cashier chose. `text` is what was typed with *other*. */
export type ChosenReason = { readonly code: string; readonly text: string }

/** Returns the reason to write down and send, in the store's language; null where it is not on the store's list. */
export function reasonToSend(
  { code, text }: ChosenReason,
  list: readonly string[],
  texts: ReasonTexts,
): ChosenReason | null {
  if (!list.includes(code)) return null
  return { code, text: code === 'other' ? text : reasonName(code, texts) }
}
