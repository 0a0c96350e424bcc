import type { ShownTransaction } from '../../shared/contract'
import { formatMoney } from '../../shared/money'
import type { Stale } from '../../shared/payment-standing'
import { useApi, useStore } from '../store/store-context'
import { acceptDialogWords as words } from '../words/counter'
import { WordDialog } from './dialogs'

/** A supervisor accepts that the service says less was refunded than before (refund-protocol.md 2). */
export function AcceptLowerDialog(props: { readonly shown: ShownTransaction; readonly stale: Stale }) {
  const { shown, stale } = props
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const standingChanged = useStore((state) => state.standingChanged)
  const { refunded } = stale.now
  return (
    <WordDialog
      title={words.title(formatMoney({ hundredths: refunded, currency: shown.record.currency }))}
      intro={<p>{words.intro}</p>}
      asks={[{ text: 'why', label: words.why, help: words.whyHelp }]}
      submit={words.submit}
      look="danger"
      send={({ pin, supervisor, why }) =>
        api.acceptLower({ lookup: shown.lookup, refunded, proof: { with: 'pin', pin }, supervisor, why })
      }
      done={(standing) => {
        // The receipt is looked up anew, which clears what was said before.
        standingChanged(standing)
        notify({ kind: 'lower_accepted' })
      }}
    />
  )
}
