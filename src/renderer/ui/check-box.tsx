/** A box to tick, with its words beside it. */
export function CheckBox(props: {
  readonly words: string
  readonly ticked: boolean
  readonly onTick: (ticked: boolean) => void
}) {
  const { words, ticked, onTick } = props
  return (
    <label className="checkbox">
      <input type="checkbox" checked={ticked} onChange={(event) => onTick(event.target.checked)} />
      <span className="checkbox-box" aria-hidden="true">
        {ticked ? '✓' : ''}
      </span>
      {words}
    </label>
  )
}
