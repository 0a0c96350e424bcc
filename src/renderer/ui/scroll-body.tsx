import type { ReactNode } from 'react'

/** What scrolls inside a panel or a dialog. It takes the focus, so that the arrow keys can scroll it. */
export function ScrollBody(props: { readonly className: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
    <div className={props.className} tabIndex={0}>
      {props.children}
    </div>
  )
}
