import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Language } from '../../shared/base/choices'
import { localDay } from '../../shared/base/local-time'
import { isolatedText } from '../../shared/base/text'
import { textFieldOf } from '../scan/key-press'
import { speech, writeMoment } from '../words/words'

/** Whether a text field has the focus. */
export function isTyping({ activeElement }: Document): boolean {
  return textFieldOf(activeElement) !== null
}

/**
 * Focuses an element and scrolls to its top if it is taller than the window, where the browser would show its lower edge.
 * Does not scroll what is fully visible.
 */
function focusAtItsTop(element: HTMLElement | null): void {
  if (element === null) return
  element.focus({ preventScroll: true })
  const { top, height } = element.getBoundingClientRect()
  if (height <= window.innerHeight) element.scrollIntoView({ block: 'nearest' })
  else if (top < 0 || top >= window.innerHeight) element.scrollIntoView({ block: 'start' })
}

/** Whether the focus is in the element's form, or outside any form as it is. */
function isFocusBeside(element: HTMLElement | null): boolean {
  return document.activeElement?.closest('form') === element?.closest('form')
}

/** Whether somebody is typing the next code. A lookup empties the field, so what it holds came after. */
function isHalfACode({ activeElement }: Document): boolean {
  const field = textFieldOf(activeElement)
  return field?.isScanField === true && field.read().text !== ''
}

/**
 * Focuses an element when it appears, and whenever `occasion` changes or `wanted` becomes true. Takes the focus from a
 * text field only if it `insists`, and never from one of another form or from half a code.
 */
export function useFocusOnShow<T extends HTMLElement>(
  occasion: unknown,
  wanted = true,
  insists = false,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `occasion` is not read, its change is the point
  useEffect(() => {
    const mayTake = insists && isFocusBeside(ref.current) && !isHalfACode(document)
    if (wanted && (!isTyping(document) || mayTake)) focusAtItsTop(ref.current)
  }, [occasion, wanted])
  return ref
}

/** How far each key moves the choice in a list, in rows. */
const rowMoves: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 8],
  ['PageUp', -8],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/**
 * Returns where a key moves the choice in a list; null when it does not.
 * @param chosen the current place, -1 for none
 * @param count the number of rows
 */
export function chooseByKey(key: string, chosen: number, count: number): number | null {
  const move = rowMoves.get(key)
  if (move === undefined || count === 0) return null
  return Math.min(count - 1, Math.max(0, chosen + move))
}

/** Returns each item's first button. */
function rowsOf(list: HTMLElement): readonly HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>('li > button:first-child')]
}

/**
 * Makes a list of buttons a single Tab stop: the keys of `chooseByKey` move through its rows, and Tab returns to the last
 * one. Rows set no `tabIndex` of their own.
 */
export function useRowKeys() {
  const ref = useRef<HTMLUListElement>(null)
  const stop = useRef<HTMLButtonElement | null>(null)

  function settle(): void {
    const rows = ref.current === null ? [] : rowsOf(ref.current)
    const focused = rows.find((row) => row === document.activeElement)
    const before = rows.find((row) => row === stop.current)
    stop.current = focused ?? before ?? rows.find((row) => row.ariaCurrent === 'true') ?? rows[0] ?? null
    for (const row of rows) row.tabIndex = row === stop.current ? 0 : -1
  }

  // Any render may change the rows.
  useLayoutEffect(settle)

  return {
    ref,
    'data-row-keys': '',
    onFocus: settle,
    onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const rows = rowsOf(event.currentTarget)
      const at = rows.findIndex((row) => row.matches(':focus'))
      const place = at < 0 ? null : chooseByKey(event.key, at, rows.length)
      if (place === null) return
      // Or the list scrolls too.
      event.preventDefault()
      rows[place]?.focus()
    },
  }
}

/** Returns milliseconds since 1970, updated every second while `running`. */
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

/** Returns whole seconds since `occasion` came or changed. */
export function useSecondsSince(occasion: unknown): number {
  const [came, setCame] = useState({ occasion, at: Date.now() })
  if (came.occasion !== occasion) setCame({ occasion, at: Date.now() })
  const now = useNow()
  return Math.max(0, Math.floor((now - came.at) / 1000))
}

const today = () => localDay(Date.now())

/** Looks at the clock now and then: a timer to midnight would miss a PC that slept, or a clock that was set. */
function followClock(look: () => void): () => void {
  const timer = setInterval(look, 20_000)
  return () => clearInterval(timer)
}

/** Returns today as 2026-11-21. Redraws the component and its children within seconds of midnight. */
export function useToday(): string {
  return useSyncExternalStore(followClock, today, today)
}

/** Formats of this PC's own times, in the till's locale (words/words.ts). */
const time = { hour: '2-digit', minute: '2-digit' } as const
const timeWithSeconds = { ...time, second: '2-digit' } as const
const dayAndMonth = { day: 'numeric', month: 'short' } as const
const day = { ...dayAndMonth, year: 'numeric' } as const

/** `Friday, 20 Nov, 10:28`. */
export function weekdayMoment(at: string): string {
  return writeMoment(new Date(at), { weekday: 'long', ...dayAndMonth, ...time })
}

/** `10:28` today, `20 Nov, 10:28` on another day of this year, with the year otherwise. */
export function clockMoment(at: string | number, language?: Language): string {
  const then = new Date(at)
  if (localDay(then.getTime()) === today()) return writeMoment(then, time, language)
  const sameYear = then.getFullYear() === new Date().getFullYear()
  return writeMoment(then, { ...(sameYear ? dayAndMonth : day), ...time }, language)
}

/** `20 Nov 2026, 10:28:07`, for evidence. */
export function exactMoment(at: string | number): string {
  return writeMoment(new Date(at), { ...day, ...timeWithSeconds })
}

/** The same to the minute on a customer's slip, with the zone: they may read it in another one. */
export function slipMoment(at: number): string {
  return writeMoment(at, { ...day, ...time, timeZoneName: 'short' }, speech.paper[0])
}

/**
 * Formats a time of the service (`2026-11-20 10:31:07`). Its zone is unknown, so it is never converted. Null when it is
 * not such a time.
 * @param clock to the second unless given
 */
export function serviceMoment(
  text: string,
  language?: Language,
  clock: Intl.DateTimeFormatOptions = timeWithSeconds,
): string | null {
  const moment = new Date(`${text.replace(' ', 'T')}.000Z`)
  const isTime =
    !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 19) === text.replace(' ', 'T')
  return isTime ? writeMoment(moment, { ...day, ...clock, timeZone: 'UTC' }, language) : null
}

/** The same to the minute for a list; any other text as it came. */
export function listedServiceMoment(text: string): string {
  return serviceMoment(text, undefined, time) ?? text
}

/** Formats a day of the service (`2026-11-20`); any other text as it came. */
export function serviceDay(text: string): string {
  return serviceMoment(`${text} 00:00:00`, undefined, {}) ?? isolatedText(text)
}

export function clockTime(at: string | number): string {
  return writeMoment(new Date(at), time)
}

export function clockSeconds(at: string | number): string {
  return writeMoment(new Date(at), timeWithSeconds)
}

/** `20 Nov 2026`. */
export function shownDay(at: string | number): string {
  return writeMoment(new Date(at), day)
}

/** Returns the first or last millisecond of a local day such as 2026-11-21; null when invalid. */
export function dayEdge(day: string, edge: 'start' | 'end'): number | null {
  // Without an offset it is local time. 2026-02-31 parses, as a day in March.
  const start = Date.parse(`${day}T00:00`)
  if (localDay(start) !== day) return null
  return edge === 'start' ? start : daysBefore(start, -1) - 1
}

/** Returns midnight some days ago, by the calendar: a day with a clock change does not have 24 hours. */
export function daysBefore(now: number, days: number): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime()
}
