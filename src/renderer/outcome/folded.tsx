import { type ReactNode, useId, useState } from 'react'
import { PressButton } from '../ui/press-button'

/** What few people want to see: drawn, and asked for, at a press. */
export function Folded(props: { readonly name: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="folded">
      <PressButton look="quiet" expanded={open} onPress={() => setOpen(!open)}>
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> {props.name}
      </PressButton>
      <div id={id} hidden={!open}>
        {open && props.children}
      </div>
    </div>
  )
}
