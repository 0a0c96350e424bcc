import { type RefObject, useEffect, useRef } from 'react'

const textFields = 'input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]'

/** Whether somebody may be in the middle of a word. */
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
