import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'

export type PressButtonProps = {
  readonly onPress: () => void
  readonly children: ReactNode
  readonly look?: 'go' | 'plain' | 'quiet' | 'danger'
  readonly disabled?: boolean
  /** Name for a screen reader where the words on the button do not stand for themselves. */
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly expanded?: boolean
}

/** Every button of the page: at least 44 px high, pressed by touch, mouse, Enter and Space. */
export function PressButton(props: PressButtonProps) {
  const { onPress, children, look = 'plain', disabled = false, label, describedBy, expanded } = props
  return (
    <Button
      className={`button button-${look}`}
      onPress={onPress}
      isDisabled={disabled}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
    >
      {children}
    </Button>
  )
}
