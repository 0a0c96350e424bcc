import { useStore } from '../store/store-context'
import { receiptWords } from '../words/receipt'
import { Icon } from './icon'

/** A small button that copies what stands beside it. */
export function CopyButton(props: { readonly name: string; readonly text: string }) {
  const copy = useStore((state) => state.copy)
  return (
    <button
      type="button"
      className="copy-button"
      aria-label={receiptWords.copy(props.name)}
      onClick={() => void copy(props.text)}
    >
      <Icon name="copy" />
    </button>
  )
}
