import { receiptWords } from '../words/receipt-words'

/** Says beside a value that the saved copy had another; nothing when it had the same. */
export function ChangedBadge(props: { readonly was: string | undefined }) {
  if (props.was === undefined) return null
  return <mark className="changed">{receiptWords.changed(props.was)}</mark>
}
