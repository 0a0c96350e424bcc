import { useStore } from '../store/store-context'
import { doubtWords } from '../words/refunds-off-words'

/** Beside every payment while the record of refunds is off for any reason (design.md, protocol 11). */
export function RefundInDoubt() {
  const on = useStore((state) => state.app.refunds.on)
  if (on) return null
  return (
    <div className="alert alert-wait">
      <p>
        <span aria-hidden="true">? </span>
        <strong>{doubtWords.title}</strong>
      </p>
      <p>{doubtWords.meaning}</p>
    </div>
  )
}
