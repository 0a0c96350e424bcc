/** A field's text and caret before a scan landed in it. */
export type FieldState = {
  readonly text: string
  readonly start: number | null
  readonly end: number | null
}

export type TextField = {
  /** Enter in this field looks the code up. */
  readonly isScanField: boolean
  readonly read: () => FieldState
  /** Restores text and caret. Ends an input method's composition first. */
  readonly restore: (state: FieldState, composing: boolean) => void
}

export const scanFieldAttribute = 'data-scan-field'

/** Input types that take typing. The window has no textarea. */
const textInputs: ReadonlySet<string> = new Set(['text', 'search', 'password', 'url', 'date'])

function writeValue(element: HTMLInputElement, text: string): void {
  // React overrides `value` on the element. The prototype's setter makes it notice the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

function restoreElement(element: HTMLInputElement, state: FieldState, composing: boolean): void {
  if (!element.isConnected) return
  if (composing) element.blur()
  if (element.value !== state.text) writeValue(element, state.text)
  if (composing) element.focus()
  if (state.start !== null && state.end !== null) element.setSelectionRange(state.start, state.end)
}

/** Returns the text field that a key press goes to; null for none. */
export function textFieldOf(target: unknown): TextField | null {
  if (!(target instanceof HTMLInputElement) || !textInputs.has(target.type)) return null
  return {
    isScanField: target.hasAttribute(scanFieldAttribute),
    read: () => ({ text: target.value, start: target.selectionStart, end: target.selectionEnd }),
    restore: (state, composing) => restoreElement(target, state, composing),
  }
}
