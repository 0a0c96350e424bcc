import { type RefObject, useEffect, useRef } from 'react'

/** Puts the focus on an element when it appears, and again whenever `occasion` or `wanted` changes to true. */
export function useFocusOnShow<T extends HTMLElement>(occasion: unknown, wanted = true): RefObject<T | null> {
  const ref = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `occasion` is not read, its change is the point
  useEffect(() => {
    if (wanted) ref.current?.focus()
  }, [occasion, wanted])
  return ref
}
