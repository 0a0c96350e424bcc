import type { ShownTransaction } from '../../shared/contract'

/**
 * Which lookup each window began last and what main showed for it. A window is known by its number
 * (`webContents.id`), which a reload keeps (design.md, protocol 1: confirm carries the lookup's number).
 */
export type ShownLookups = {
  /** False when the number is not above the last one that this window began. Withdraws what was shown. */
  readonly begin: (window: number, lookup: number) => boolean
  readonly isNewest: (window: number, lookup: number) => boolean
  readonly show: (window: number, shown: ShownTransaction) => void
  /** What is on that window's screen, if it belongs to the newest lookup begun there. */
  readonly shownIn: (window: number, lookup: number) => ShownTransaction | null
  /** The next number that `begin` takes from this window. */
  readonly nextNumber: (window: number) => number
}

type OnScreen = { readonly newest: number; readonly shown: ShownTransaction | null }

export function makeShownLookups(): ShownLookups {
  const windows = new Map<number, OnScreen>()
  const newestOf = (window: number) => windows.get(window)?.newest ?? 0
  const isNewest = (window: number, lookup: number) => newestOf(window) === lookup

  return {
    begin: (window, lookup) => {
      if (lookup <= newestOf(window)) return false
      windows.set(window, { newest: lookup, shown: null })
      return true
    },
    isNewest,
    show: (window, shown) => {
      if (isNewest(window, shown.lookup)) windows.set(window, { newest: shown.lookup, shown })
    },
    shownIn: (window, lookup) => (isNewest(window, lookup) ? (windows.get(window)?.shown ?? null) : null),
    nextNumber: (window) => newestOf(window) + 1,
  }
}
