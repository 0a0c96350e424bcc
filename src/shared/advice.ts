/** What to do when the service refuses a refund, by the words of its message (interface.md §7 names none of them). */

/** A store's own: what a message contains, whatever the case, and what the cashier reads then. */
export type StoreAdvice = { readonly contains: string; readonly advice: string }

/** What the window has words for. */
export const knownAdvice = ['too_old', 'not_enough_funds', 'still_processing', 'already_refunded'] as const
export type KnownAdvice = (typeof knownAdvice)[number]

/** Pieces of messages, as payment services commonly write them. */
const pieces: Readonly<Record<KnownAdvice, readonly string[]>> = {
  too_old: ['too old', 'expired', 'refund period', 'time limit'],
  not_enough_funds: ['insufficient', 'not enough', 'unsettled'],
  still_processing: ['processing', 'not settled yet', 'pending'],
  already_refunded: ['already refunded', 'already been refunded', 'fully refunded'],
}

/** The advice for a message: the store's own comes first. Null where nothing fits. */
export function adviceFor(
  message: string,
  own: readonly StoreAdvice[],
): { readonly own: string } | { readonly known: KnownAdvice } | null {
  const said = message.toLowerCase()
  const stores = own.find(({ contains }) => said.includes(contains.toLowerCase()))
  if (stores !== undefined) return { own: stores.advice }
  const known = knownAdvice.find((name) => pieces[name].some((piece) => said.includes(piece)))
  return known === undefined ? null : { known }
}
