import type { KeyboardEvent, ReactNode } from 'react'

export type PressButtonProps = {
  readonly onPress: () => void
  readonly children: ReactNode
  readonly look?: 'go' | 'plain' | 'quiet' | 'danger'
  readonly disabled?: boolean
  /** Something is missing before it can do what it says: it looks so, is reached by Tab, and a press says what. */
  readonly incomplete?: boolean
  /** Name for a screen reader where the words on the button do not stand for themselves. */
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly expanded?: boolean
  /** The id of what it expands. */
  readonly controls?: string
  /** It moves money: Enter, with which a scan ends, presses it never (architecture.md, "Keys"). */
  readonly confirms?: boolean
}

/** A button that confirms does not hear Enter: the browser would make a press of it. */
function deafToEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** Every button of the page: at least 44 px high, pressed by touch, mouse, Space and, unless it confirms, Enter. */
export function PressButton(props: PressButtonProps) {
  const { onPress, children, look = 'plain', disabled = false, incomplete = false, confirms = false } = props
  return (
    <button
      type="button"
      className={`button button-${look}`}
      onClick={onPress}
      disabled={disabled}
      aria-disabled={incomplete || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      onKeyDown={confirms ? deafToEnter : undefined}
    >
      {children}
    </button>
  )
}
