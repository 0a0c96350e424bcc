import { type ReactNode, useId } from 'react'
import { Sentence } from './text'

export type ChoiceOption<T extends string> = {
  readonly value: T
  readonly name: string
  readonly before?: ReactNode
}

/** A group of radios that look like cards. The name of each is exactly its words. */
export function Choice<T extends string>(props: {
  readonly label: string
  readonly options: readonly ChoiceOption<T>[]
  readonly value: T | null
  readonly onChoose: (value: T) => void
  /** How the cards are laid out (choice.css); beside each other when left out. */
  readonly className?: string
  readonly disabled?: boolean
  /** The chosen radio, or the first, takes the focus when the group appears. */
  readonly focusFirst?: boolean
}) {
  const { label, options, value, onChoose, disabled = false, focusFirst = false } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`choice ${props.className ?? 'choice-scope'}`}>
      {options.map((option) => (
        <label key={option.value} className="choice-option">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            disabled={disabled}
            // biome-ignore lint/a11y/noAutofocus: the chosen one of a group that a person has just opened
            autoFocus={focusFirst && option.value === (value ?? options[0]?.value)}
          />
          {option.before}
          <span>
            <Sentence text={option.name} />
          </span>
        </label>
      ))}
    </div>
  )
}
