import type { RefundDraft } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { CheckBox } from '../ui/check-box'
import { explainConfirmation } from '../words/block-words'
import type { Refundable } from './refund-draft'

/** A status that Tillside does not know for sure to be refundable: the cashier says so once more. */
export function ExtraConfirmation(props: {
  readonly draft: RefundDraft
  readonly refundable: Refundable
  readonly status: string
}) {
  const { draft, refundable, status } = props
  const editDraft = useStore((state) => state.editDraft)
  if (refundable.confirmation === null) return null
  const { ask, meaning } = explainConfirmation(refundable.confirmation, status)
  return (
    <div className="alert alert-wait">
      <p>{meaning}</p>
      <CheckBox words={ask} ticked={draft.confirmed} onTick={(confirmed) => editDraft({ confirmed })} />
    </div>
  )
}
