import { useId } from 'react'

type Option<T extends string> = { readonly value: T; readonly name: string }

/** A labelled list to choose one of. The system's own: it works with every key, finger and reader. */
export function SelectInput<T extends string>(props: {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChoose: (value: T) => void
}) {
  const { label, options, value, onChoose } = props
  const id = useId()
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen)
    if (option !== undefined) onChoose(option.value)
  }
  return (
    <div className="text-input">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}
