/** What a text field held, and where the caret was, before a scan landed in it. */
export type FieldState = {
  readonly text: string
  readonly start: number | null
  readonly end: number | null
}

/** A text field as the scan listener knows it. */
export type TextField = {
  /** The field for codes, where a typed Enter looks up. */
  readonly isScanField: boolean
  readonly read: () => FieldState
  /** Puts text and caret back; ends an input method's composition first if one is on. */
  readonly restore: (state: FieldState, composing: boolean) => void
}

/** The attribute by which the scan field is known in the page. */
export const scanFieldAttribute = 'data-scan-field'

/** The types of input that somebody types into; the window has no field of several lines. */
const textInputs: ReadonlySet<string> = new Set(['text', 'search', 'password', 'url', 'date'])

function writeValue(element: HTMLInputElement, text: string): void {
  // React overrides `value` on the element itself; the prototype's setter makes it notice the change.
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

/** The text field that a key press goes to, or null when it goes to none. */
export function textFieldOf(target: unknown): TextField | null {
  if (!(target instanceof HTMLInputElement) || !textInputs.has(target.type)) return null
  return {
    isScanField: target.hasAttribute(scanFieldAttribute),
    read: () => ({ text: target.value, start: target.selectionStart, end: target.selectionEnd }),
    restore: (state, composing) => restoreElement(target, state, composing),
  }
}
