/** That something is being done, for as long as it is: the PC may take seconds for it. */
export function Busy(props: { readonly shown: boolean; readonly words: string }) {
  return (
    <span className="busy" role="status">
      {props.shown && props.words}
    </span>
  )
}
