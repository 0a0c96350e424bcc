import type { Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'

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
  readonly inputRef?: Ref<HTMLInputElement>
}) {
  const { label, value, onChange, kind = 'text', help, wrong = false } = props
  return (
    <TextField
      className="text-input"
      value={value}
      onChange={onChange}
      type={kind}
      isInvalid={wrong}
      autoComplete={props.autoComplete ?? 'off'}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
      {...(props.numeric === true ? { inputMode: 'numeric' } : {})}
    >
      <Label>{label}</Label>
      <Input ref={props.inputRef ?? null} spellCheck={false} />
      {help !== undefined && (
        <Text slot="description" className={wrong ? 'help help-wrong' : 'help'}>
          {help}
        </Text>
      )}
    </TextField>
  )
}
