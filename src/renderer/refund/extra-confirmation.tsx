import { Checkbox } from 'react-aria-components/Checkbox'
import { useDesk } from '../desk/desk-context'
import { explainConfirmation } from '../words/block-words'
import type { Refundable, RefundDraft } from './refund-draft'

/** A status that Tillside does not know for sure to be refundable: the cashier says so once more. */
export function ExtraConfirmation(props: {
  readonly draft: RefundDraft
  readonly refundable: Refundable
  readonly status: string
}) {
  const { draft, refundable, status } = props
  const editDraft = useDesk((state) => state.editDraft)
  if (refundable.confirmation === null) return null
  const { ask, meaning } = explainConfirmation(refundable.confirmation, status)
  return (
    <div className="alert alert-wait">
      <p>{meaning}</p>
      <Checkbox
        className="checkbox"
        isSelected={draft.confirmed}
        onChange={(confirmed) => editDraft({ confirmed })}
      >
        <span className="checkbox-box" aria-hidden="true">
          {draft.confirmed ? '✓' : ''}
        </span>
        {ask}
      </Checkbox>
    </div>
  )
}
