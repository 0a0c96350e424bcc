import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'

/**
 * Which lookup each window began last and what main showed for it. A window is known by its number
 * (`webContents.id`), which a reload keeps (design.md, protocol 1: confirm carries the lookup's number).
 */
export type ShownLookups = {
  /** False when the number is not above the last one that this window began. Withdraws what was shown. */
  readonly begin: (window: number, lookup: number) => boolean
  readonly isNewest: (window: number, lookup: number) => boolean
  /** @param by the service that showed it, by name; none for a saved copy. */
  readonly show: (window: number, shown: ShownTransaction, by?: string) => void
  /** The service has been asked: null when it showed a record, else why not. */
  readonly end: (window: number, lookup: number, fault: Fault | null) => void
  /** The newest lookup begun in that window, if it has this number. */
  readonly newest: (window: number, lookup: number) => NewestLookup | null
  /** What is on that window's screen, if it belongs to the newest lookup begun there. */
  readonly shownIn: (window: number, lookup: number) => ShownTransaction | null
  /** The service that showed that, by name (protocol 1); null where none did. */
  readonly shownBy: (window: number, lookup: number) => string | null
  /** The next number that `begin` takes from this window. */
  readonly nextNumber: (window: number) => number
}

export type NewestLookup = {
  /** Aborted when a newer lookup begins in that window. */
  readonly superseded: AbortSignal
  /** Resolves when the service has been asked, with what `end` was given. Never does once it is superseded. */
  readonly ended: Promise<Fault | null>
}

type OnScreen = {
  readonly number: number
  readonly lookup: NewestLookup
  readonly supersede: () => void
  readonly end: (fault: Fault | null) => void
  readonly shown: ShownTransaction | null
  readonly by: string | null
}

function begun(number: number): OnScreen {
  const over = new AbortController()
  let end: (fault: Fault | null) => void = () => undefined
  const ended = new Promise<Fault | null>((resolve) => {
    end = resolve
  })
  return {
    number,
    lookup: { superseded: over.signal, ended },
    supersede: () => over.abort(),
    end,
    shown: null,
    by: null,
  }
}

export function makeShownLookups(): ShownLookups {
  const windows = new Map<number, OnScreen>()
  const newestOf = (window: number) => windows.get(window)?.number ?? 0
  const onScreen = (window: number, lookup: number) => {
    const newest = windows.get(window)
    return newest?.number === lookup ? newest : null
  }

  return {
    begin: (window, lookup) => {
      if (lookup <= newestOf(window)) return false
      const before = windows.get(window)
      windows.set(window, begun(lookup))
      before?.supersede()
      return true
    },
    isNewest: (window, lookup) => onScreen(window, lookup) !== null,
    show: (window, shown, by) => {
      const newest = onScreen(window, shown.lookup)
      if (newest !== null) windows.set(window, { ...newest, shown, by: by ?? null })
    },
    end: (window, lookup, fault) => onScreen(window, lookup)?.end(fault),
    newest: (window, lookup) => onScreen(window, lookup)?.lookup ?? null,
    shownIn: (window, lookup) => onScreen(window, lookup)?.shown ?? null,
    shownBy: (window, lookup) => onScreen(window, lookup)?.by ?? null,
    nextNumber: (window) => newestOf(window) + 1,
  }
}
