import { receiptWords } from '../words/receipt-words'
import { Barcode } from './barcode'

/** A transaction id to scan, with its digits under it. */
export function TransactionBarcode(props: { readonly id: string; readonly on: 'screen' | 'paper' }) {
  const { id, on } = props
  return (
    <>
      <Barcode kind="code128" text={id} label={receiptWords.barcode(id)} on={on} />
      <p className="barcode-text mono">{id}</p>
    </>
  )
}
