import { Checkbox } from 'react-aria-components/Checkbox'

/** A box to tick, with its words beside it. */
export function CheckBox(props: {
  readonly words: string
  readonly ticked: boolean
  readonly onTick: (ticked: boolean) => void
}) {
  const { words, ticked, onTick } = props
  return (
    <Checkbox className="checkbox" isSelected={ticked} onChange={onTick}>
      <span className="checkbox-box" aria-hidden="true">
        {ticked ? '✓' : ''}
      </span>
      {words}
    </Checkbox>
  )
}
