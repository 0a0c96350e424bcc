import { type ReactNode, useId } from 'react'

/** One subject of Settings. */
export function Section(props: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 className="panel-title" id={id}>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
