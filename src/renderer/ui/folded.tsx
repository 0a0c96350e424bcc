import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PressButton } from './controls'

/** What few people want to see: drawn, and asked for, at a press. It is a region of that name. */
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
  // What was opened may lie below the edge of what scrolls around it.
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
