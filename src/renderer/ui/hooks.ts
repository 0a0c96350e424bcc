import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { localDay } from '../../shared/base/local-time'
import { dayEdge } from './clock'

const textFields = 'input:not([type=radio], [type=checkbox])'

function isTyping({ activeElement }: Document): boolean {
  return activeElement?.matches(textFields) === true
}

/**
 * The browser would show the lower edge of what is taller than a small window, and its heading not at all. What is seen
 * whole, in the window and in all that scrolls around it, stays where it is.
 */
function focusAtItsTop(element: HTMLElement | null): void {
  if (element === null) return
  element.focus({ preventScroll: true })
  const { top, height } = element.getBoundingClientRect()
  if (height <= window.innerHeight) element.scrollIntoView({ block: 'nearest' })
  else if (top < 0 || top >= window.innerHeight) element.scrollIntoView({ block: 'start' })
}

/**
 * Puts the focus on an element when it appears, and again whenever `occasion` or `wanted` changes to true. From a text
 * field it is taken only where it `insists`: on what the cashier has just asked for.
 */
export function useFocusOnShow<T extends HTMLElement>(
  occasion: unknown,
  wanted = true,
  insists = false,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `occasion` is not read, its change is the point
  useEffect(() => {
    if (wanted && (insists || !isTyping(document))) focusAtItsTop(ref.current)
  }, [occasion, wanted])
  return ref
}

/**
 * Marks the page while Tab moves the focus. A scan is keys too, and after it the browser would draw a ring round the
 * receipt that has just taken the focus, where it only decorates: containers show theirs while the page is marked
 * (base.css). Fields and buttons always do.
 */
export function markTabbing(page: Window): void {
  const { dataset } = page.document.documentElement
  const unmark = () => {
    delete dataset.byTab
  }
  page.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') dataset.byTab = ''
      else if (key.length === 1) unmark()
    },
    { capture: true },
  )
  page.addEventListener('pointerdown', unmark, { capture: true })
}

/** Rows that a page key moves by. */
const page = 8

/**
 * Where a key moves the choice in a list, or null when it moves nothing.
 * @param chosen the place that is chosen now, -1 for none
 * @param count how many there are
 */
export function chooseByKey(key: string, chosen: number, count: number): number | null {
  if (count === 0) return null
  const at = (place: number) => Math.min(count - 1, Math.max(0, place))
  switch (key) {
    case 'ArrowDown':
      return at(chosen + 1)
    case 'ArrowUp':
      return at(chosen - 1)
    case 'PageDown':
      return at(chosen + page)
    case 'PageUp':
      return at(chosen - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
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
 * Makes a list of buttons one stop for Tab, however long it is: the keys of `chooseByKey` go through its rows, and Tab
 * comes back to the row that was left. The rows set no `tabIndex` of their own.
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
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const rows = rowsOf(event.currentTarget)
      const at = rows.findIndex((row) => row.matches(':focus'))
      const place = at < 0 ? null : chooseByKey(event.key, at, rows.length)
      if (place === null) return
      // Or the list would scroll under the row.
      event.preventDefault()
      rows[place]?.focus()
    },
  }
}

/** Whether so many milliseconds have gone by since `occasion` last changed. */
export function useLater(milliseconds: number, occasion: unknown): boolean {
  const [passed, setPassed] = useState<{ readonly of: unknown } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPassed({ of: occasion }), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, occasion])
  return passed?.of === occasion
}

/** Milliseconds since 1970, told anew each second while `running`. */
export function useNow(running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}

/** Whole seconds from now until a moment (ISO 8601); 0 when it has gone by, or cannot be read. */
export function secondsUntil(moment: string, now: number): number {
  const seconds = Math.ceil((Date.parse(moment) - now) / 1000)
  return seconds > 0 ? seconds : 0
}

const today = () => localDay(Date.now())

/** Calls back at each midnight of this PC's clock. Returns how to stop that. */
export function followDays(dayCame: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const midnight = (dayEdge(today(), 'end') ?? Date.now()) + 1
    timer = setTimeout(next, Math.max(midnight - Date.now(), 1000))
  }
  const next = () => {
    dayCame()
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}

/** Today as 2026-11-21. What uses it is drawn anew at midnight, with all below it. */
export function useToday(): string {
  return useSyncExternalStore(followDays, today, today)
}
