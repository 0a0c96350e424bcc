import { type Ref, useId } from 'react'

/** A labelled text field. Its accessible name is its label; what is wrong with it is said beside it. */
export function TextInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kind?: 'text' | 'password' | 'url' | 'date'
  readonly help?: string
  readonly wrong?: boolean
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly numeric?: boolean
  /** Takes the focus as it appears: the first field of a dialog. */
  readonly focused?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}) {
  const { label, value, onChange, kind = 'text', help, wrong = false } = props
  const field = useId()
  const said = useId()
  return (
    <div className="text-input">
      <label htmlFor={field}>{label}</label>
      <input
        id={field}
        ref={props.inputRef}
        type={kind}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={wrong || undefined}
        aria-describedby={help === undefined ? undefined : said}
        autoComplete={props.autoComplete ?? 'off'}
        maxLength={props.maxLength}
        inputMode={props.numeric === true ? 'numeric' : undefined}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: of a dialog that a person has just opened
        autoFocus={props.focused}
      />
      {help !== undefined && (
        <p id={said} className={wrong ? 'help help-wrong' : 'help'}>
          {help}
        </p>
      )}
    </div>
  )
}
