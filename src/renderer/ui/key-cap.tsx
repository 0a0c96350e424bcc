/** A key's picture. Hidden from screen readers where it stands inside a button: it is no part of its name. */
export function KeyCap(props: { readonly name: string; readonly hidden?: boolean }) {
  return (
    <kbd className="key-cap" aria-hidden={props.hidden === true ? true : undefined}>
      {props.name}
    </kbd>
  )
}
