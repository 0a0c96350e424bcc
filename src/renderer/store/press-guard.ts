/** A second tap of an impatient hand falls on what has just appeared there: so long it presses nothing, in milliseconds. */
export const quietMilliseconds = 600

/** The moment from which an outcome that appears now takes presses, on the page's own clock. */
export function pressesFromNow(): number {
  return performance.now() + quietMilliseconds
}

/** Whether what the outcome offers takes a press yet, of a finger, a mouse or a key. */
export function takesPresses({ pressesFrom }: { readonly pressesFrom: number }): boolean {
  return performance.now() >= pressesFrom
}
