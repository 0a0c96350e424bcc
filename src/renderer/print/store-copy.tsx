import type { ShownTransaction } from '../../shared/contract'
import { MoreContent } from '../receipt/more-content'
import { ReceiptBody } from '../receipt/receipt'
import { useStore } from '../store/store-context'
import type { RelatedRecords } from '../store/store-state'
import { clockTime, dayText } from '../ui/clock'
import { moreWords } from '../words/more-words'
import { receiptWords } from '../words/receipt-words'

/** The receipt with all that stands under "More", for the store's own files: always A4. */
export function StoreCopy(props: {
  readonly shown: ShownTransaction
  readonly related: RelatedRecords['records']
}) {
  const { shown, related } = props
  const storeName = useStore((state) => state.app.storeName)
  const now = Date.now()
  return (
    <>
      <h1 className="store-copy-title">{moreWords.storeCopy}</h1>
      <p className="store-copy-printed">
        {moreWords.printed(`${dayText(now)} ${clockTime(now)}`, storeName)}
      </p>
      <ReceiptBody shown={shown} on="paper" />
      <section className="store-copy-more">
        <h2 className="label">{receiptWords.more}</h2>
        <MoreContent shown={shown} related={related} on="paper" />
      </section>
    </>
  )
}
