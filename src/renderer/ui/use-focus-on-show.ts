import { type RefObject, useEffect, useRef } from 'react'

const textFields = 'input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]'

/** Whether somebody may be in the middle of a word. */
function isTyping({ activeElement }: Document): boolean {
  return activeElement?.matches(textFields) === true
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
    if (wanted && (insists || !isTyping(document))) ref.current?.focus({ preventScroll: true })
  }, [occasion, wanted])
  return ref
}
