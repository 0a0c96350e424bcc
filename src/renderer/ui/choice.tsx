import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Sentence } from './sentence'

type Option<T extends string> = { readonly value: T; readonly name: string; readonly before?: ReactNode }

/** A group of radios that look like cards. The name of each is exactly its words. */
export function Choice<T extends string>(props: {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T | null
  readonly onChoose: (value: T) => void
  /** How the cards are laid out (choice.css); beside each other when left out. */
  readonly className?: string
  readonly disabled?: boolean
  /** The chosen radio takes the focus when the group appears. */
  readonly focusFirst?: boolean
}) {
  const { label, options, value, onChoose, disabled = false, focusFirst = false } = props
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen)
    if (option !== undefined) onChoose(option.value)
  }
  return (
    <RadioGroup
      aria-label={label}
      className={`choice ${props.className ?? 'choice-scope'}`}
      value={value}
      onChange={choose}
      isDisabled={disabled}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          className="choice-option"
          autoFocus={focusFirst && option.value === value}
        >
          {option.before}
          <span>
            <Sentence text={option.name} />
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
