import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus back to the row that something was opened from, once nothing is open any more.
 * @param isOpen whether this row's thing is open
 * @param nothingIsOpen whether no row's is: where another was opened instead, the focus stays with that
 */
export function useFocusBack<T extends HTMLElement>(
  isOpen: boolean,
  nothingIsOpen: boolean,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && nothingIsOpen) ref.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, nothingIsOpen])
  return ref
}
