import type { ReactNode } from 'react'
import { PressButton } from '../ui/press-button'

/** Fields with one button under them. A slow Enter in a field submits too; the scan listener keeps scans out. */
export function Form(props: {
  readonly ready: boolean
  readonly submitName: string
  readonly onSubmit: () => void
  readonly look?: 'go' | 'plain'
  readonly children: ReactNode
}) {
  const { ready, submitName, onSubmit, look = 'plain', children } = props
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onSubmit()
      }}
    >
      {children}
      <div className="button-row">
        <PressButton look={look} disabled={!ready} onPress={onSubmit}>
          {submitName}
        </PressButton>
      </div>
      {/* Without a submit button a form of several fields hears no Enter. */}
      <input type="submit" hidden />
    </form>
  )
}
