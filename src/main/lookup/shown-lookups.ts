import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'

/**
 * Which lookup the window began last and what main showed for it, by the lookup's id (refund-protocol.md 1: confirm
 * carries it).
 */
export type ShownLookups = {
  /** False when it has begun already. Withdraws what was shown. */
  readonly begin: (lookup: string) => boolean
  readonly isNewest: (lookup: string) => boolean
  readonly show: (shown: ShownTransaction) => void
  /** The service has been asked: null when it showed a record, else why not. */
  readonly end: (lookup: string, fault: Fault | null) => void
  /** The newest lookup, if it is this one. */
  readonly newest: (lookup: string) => NewestLookup | null
  /** What is on the screen, if it belongs to this lookup and that is the newest. */
  readonly shownFor: (lookup: string) => ShownTransaction | null
}

export type NewestLookup = {
  /** Aborted when a newer lookup begins. */
  readonly superseded: AbortSignal
  /** Resolves when the service has been asked, with what `end` was given. Never does once it is superseded. */
  readonly ended: Promise<Fault | null>
}

type OnScreen = {
  readonly id: string
  readonly lookup: NewestLookup
  readonly supersede: () => void
  readonly end: (fault: Fault | null) => void
  readonly shown: ShownTransaction | null
}

function begun(id: string): OnScreen {
  const over = new AbortController()
  let end: (fault: Fault | null) => void = () => undefined
  const ended = new Promise<Fault | null>((resolve) => {
    end = resolve
  })
  return {
    id,
    lookup: { superseded: over.signal, ended },
    supersede: () => over.abort(),
    end,
    shown: null,
  }
}

export function makeShownLookups(): ShownLookups {
  let current: OnScreen | null = null
  const onScreen = (lookup: string) => (current?.id === lookup ? current : null)

  return {
    begin: (lookup) => {
      if (onScreen(lookup) !== null) return false
      const before = current
      current = begun(lookup)
      before?.supersede()
      return true
    },
    isNewest: (lookup) => onScreen(lookup) !== null,
    show: (shown) => {
      const newest = onScreen(shown.lookup)
      if (newest !== null) current = { ...newest, shown }
    },
    end: (lookup, fault) => onScreen(lookup)?.end(fault),
    newest: (lookup) => onScreen(lookup)?.lookup ?? null,
    shownFor: (lookup) => onScreen(lookup)?.shown ?? null,
  }
}
