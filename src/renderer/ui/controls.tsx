import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { shownText } from '../../shared/base/text'
import { confirmsAttribute } from '../scan/key-press'
import { Text } from './text'

type PressButtonProps = {
  readonly onPress: () => void
  readonly children: ReactNode
  readonly look?: 'go' | 'wait' | 'plain' | 'quiet' | 'danger'
  readonly disabled?: boolean
  /** Something is missing: looks disabled, but can be focused, and a press says what is missing. */
  readonly incomplete?: boolean
  /** Accessible name, where the text is not enough. */
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly expanded?: boolean
  /** The id of what it expands. */
  readonly controls?: string
  /**
   * Moves money: Enter, which ends a scan, never presses it, and Space, which may begin one, only once nothing has followed
   * (architecture.md, "Keys").
   */
  readonly confirms?: boolean
  /** Goes away when pressed: a pointer leaves the focus where it is. */
  readonly keepsFocus?: boolean
}

/** Stops the browser from turning a key into a press. Space gets there by the scan listener. */
function deafToKeys(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
}

/** A button of at least 44 px, for touch, mouse, Space and, unless it confirms, Enter. */
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
      {...(confirms && { [confirmsAttribute]: '', onKeyDown: deafToKeys })}
      onMouseDown={props.keepsFocus ? (event) => event.preventDefault() : undefined}
    >
      {children}
    </button>
  )
}

export function CheckBox(props: {
  readonly words: string
  readonly ticked: boolean
  readonly onTick: (ticked: boolean) => void
}) {
  const { words, ticked, onTick } = props
  return (
    <label className="checkbox">
      <input type="checkbox" checked={ticked} onChange={(event) => onTick(event.target.checked)} />
      {words}
    </label>
  )
}

export type Option<T> = { readonly value: T; readonly name: string; readonly before?: ReactNode }

/** A group of radios drawn as chips. Each one's accessible name is exactly its text. */
export function Choice<T extends string>(props: {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T | null
  readonly onChoose: (value: T) => void
  /** Two to a row by default. */
  readonly className?: string
  /** Focuses the chosen radio, or the first, on mount. */
  readonly focusFirst?: boolean
}) {
  const { label, options, value, onChoose, focusFirst = false } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={props.className ?? 'halves'}>
      {options.map((option) => (
        <label key={option.value} className="button choice-option">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            // biome-ignore lint/a11y/noAutofocus: the chosen one of a group that a person has just opened
            autoFocus={focusFirst && option.value === (value ?? options[0]?.value)}
          />
          {option.before}
          <Text as="span" text={option.name} />
        </label>
      ))}
    </div>
  )
}

/** Stops the letters of a scan from choosing an option. */
function chooseByNoLetter(event: KeyboardEvent): void {
  if (event.key.length === 1 && event.key !== ' ') event.preventDefault()
}

export function SelectInput<T extends string | number>(props: {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChoose: (value: T) => void
  readonly className?: string
}) {
  const { label, options, value, onChoose, className = 'text-input' } = props
  const id = useId()
  const choose = (chosen: string) => {
    const option = options.find((each) => String(each.value) === chosen)
    if (option !== undefined) onChoose(option.value)
  }
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => choose(event.target.value)}
        onKeyDown={chooseByNoLetter}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {shownText(option.name)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A labelled text field, with help or a problem below. */
export function TextInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kind?: 'text' | 'password' | 'pin' | 'url' | 'date'
  readonly help?: string | undefined
  /** What is wrong with the value; replaces the help. */
  readonly problem?: string | undefined
  readonly maxLength?: number
  /** Takes the focus on mount. */
  readonly focused?: boolean
  readonly inputRef?: Ref<HTMLInputElement> | undefined
}) {
  const { label, value, onChange, kind = 'text', problem } = props
  const isPin = kind === 'pin'
  const help = problem ?? props.help
  const field = useId()
  const said = useId()
  return (
    <div className="text-input">
      <label className="label" htmlFor={field}>
        {label}
      </label>
      <input
        id={field}
        ref={props.inputRef}
        type={isPin ? 'password' : kind}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={help === undefined ? undefined : said}
        autoComplete={isPin || kind === 'password' ? 'new-password' : 'off'}
        maxLength={isPin ? 64 : props.maxLength}
        inputMode={isPin ? 'numeric' : undefined}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: of a dialog that a person has just opened
        autoFocus={props.focused}
      />
      {help !== undefined && (
        <p id={said} className={problem === undefined ? 'help' : 'help help-wrong'}>
          {help}
        </p>
      )}
    </div>
  )
}

/** A disclosure. Its content is a named region, rendered while open. */
export function Folded(props: {
  readonly name: string
  readonly children: ReactNode
  readonly className?: string
  readonly onToggle?: (open: boolean) => void
}) {
  const { name, children, className = 'folded', onToggle } = props
  const [open, setOpen] = useState(false)
  const inside = useRef<HTMLElement>(null)
  const id = useId()
  // The opened content may lie below the edge.
  useEffect(() => {
    if (open) inside.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const toggle = () => {
    setOpen(!open)
    onToggle?.(!open)
  }
  return (
    <div className={className}>
      <PressButton look="quiet" expanded={open} controls={id} onPress={toggle}>
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> {name}
      </PressButton>
      <section ref={inside} id={id} aria-label={name} hidden={!open}>
        {open && children}
      </section>
    </div>
  )
}

/** A scrolling part, focusable so that arrow keys scroll it. */
export function ScrollBody(props: { readonly className: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
    <div className={props.className} tabIndex={0}>
      {props.children}
    </div>
  )
}

/** A titled section: a panel, or a part of one. */
export function Section(props: {
  readonly title: string
  readonly inPanel?: boolean
  readonly children: ReactNode
}) {
  const id = useId()
  const { inPanel = false } = props
  return (
    <section className={inPanel ? 'stack tight' : 'panel'} aria-labelledby={id}>
      <h2 className={inPanel ? 'label' : 'panel-title'} id={id}>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}

/** Draws a key. Hidden from screen readers inside a button, whose name it would change. */
export function KeyCap(props: { readonly name: string; readonly hidden?: boolean }) {
  return (
    <kbd className="key-cap" aria-hidden={props.hidden === true ? true : undefined}>
      {props.name}
    </kbd>
  )
}
