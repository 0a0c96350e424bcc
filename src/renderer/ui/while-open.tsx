import type { ReactNode } from 'react'
import { useStore } from '../store/store-context'
import type { OpenDialog } from '../store/store-state'

/**
 * Draws a dialog while the store says that it is the one that is open. Whoever knows what a dialog is about draws it
 * so, beside what opens it; those that can open over any place are drawn by the shell.
 */
export function WhileOpen(props: { readonly dialog: OpenDialog; readonly children: ReactNode }) {
  const isOpen = useStore((state) => state.dialog === props.dialog)
  return isOpen && props.children
}
