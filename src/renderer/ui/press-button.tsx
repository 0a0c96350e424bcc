import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'

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
  /** It moves money: Enter, with which a scan ends, presses it never (design.md, "Words and places", Keys). */
  readonly confirms?: boolean
}

/** Stops Enter at the element itself: neither the browser nor React Aria, which hears at the page's root, presses. */
function useDeafToEnter(deaf: boolean): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = ref.current
    if (!deaf || button === null) return
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    button.addEventListener('keydown', stop)
    button.addEventListener('keyup', stop)
    return () => {
      button.removeEventListener('keydown', stop)
      button.removeEventListener('keyup', stop)
    }
  }, [deaf])
  return ref
}

/** React Aria's button takes no `aria-disabled` of ours. */
function useIncomplete(ref: RefObject<HTMLButtonElement | null>, incomplete: boolean): void {
  useLayoutEffect(() => {
    if (incomplete) ref.current?.setAttribute('aria-disabled', 'true')
    else ref.current?.removeAttribute('aria-disabled')
  }, [ref, incomplete])
}

/** Every button of the page: at least 44 px high, pressed by touch, mouse, Space and, unless it confirms, Enter. */
export function PressButton(props: PressButtonProps) {
  const { onPress, children, look = 'plain', disabled = false, label, describedBy, expanded } = props
  const ref = useDeafToEnter(props.confirms === true)
  useIncomplete(ref, props.incomplete === true)
  return (
    <Button
      ref={ref}
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
