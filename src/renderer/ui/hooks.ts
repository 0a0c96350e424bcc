import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** The rows of a list: each item's first button. */
function rowsOf(list: HTMLElement): readonly HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>('li > button:first-child')]
}

/** What a list of buttons is given so that keys go through it as through one thing. */
type RowKeys = {
  readonly ref: RefObject<HTMLUListElement | null>
  readonly 'data-row-keys': ''
  readonly onKeyDown: (event: KeyboardEvent<HTMLUListElement>) => void
  readonly onFocus: () => void
}

/**
 * Makes a list of buttons one stop for Tab, however long it is: ↑ ↓ Home and End go through its rows, and Tab comes back to
 * the row that was left. The rows set no `tabIndex` of their own.
 */
export function useRowKeys(): RowKeys {
  const ref = useRef<HTMLUListElement>(null)
  const stop = useRef<HTMLButtonElement | null>(null)

  function settle(): void {
    const rows = ref.current === null ? [] : rowsOf(ref.current)
    const focused = rows.find((row) => row === document.activeElement)
    const before = rows.find((row) => row === stop.current)
    stop.current = focused ?? before ?? rows.find((row) => row.ariaCurrent === 'true') ?? rows[0] ?? null
    for (const row of rows) row.tabIndex = row === stop.current ? 0 : -1
  }

  // Rows come and go with any drawing.
  useLayoutEffect(settle)

  return {
    ref,
    'data-row-keys': '',
    onFocus: settle,
    onKeyDown(event) {
      const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
      const rows = rowsOf(event.currentTarget)
      const at = rows.findIndex((row) => row.matches(':focus'))
      if (step === undefined || at < 0) return
      // Or the list would scroll under the row.
      event.preventDefault()
      rows[step(at, rows.length - 1)]?.focus()
    },
  }
}
