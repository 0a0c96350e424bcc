import type { RecentTransaction } from '../../shared/contract'
import { gatewayName } from '../../shared/gateway'
import { formatMoney } from '../../shared/money'
import { shownAt } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { clockMoment } from '../ui/clock'
import { Foreign } from '../ui/foreign'
import { useRowKeys } from '../ui/hooks'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { receiptWords, transactionState } from '../words/receipt'
import { scanWords } from '../words/scan-words'
import { lockedState } from '../words/state-words'

function RecentRow(props: { readonly recent: RecentTransaction; readonly current: boolean }) {
  const { record, code, foundBy, at, lockedBy } = props.recent
  const lookUp = useStore((state) => state.lookUp)
  const { amount, currency } = record
  return (
    <li>
      <button
        type="button"
        className="recent-row"
        aria-current={props.current}
        onClick={() => void lookUp(code, foundBy)}
      >
        <span className="mono recent-code">
          <Foreign text={code} />
        </span>
        <b className="mono">
          <Sentence
            text={amount === null ? receiptWords.notThere : formatMoney({ hundredths: amount, currency })}
          />
        </b>
        <small>
          <Sentence text={gatewayName(record)} /> · {clockMoment(at, Date.now())}
        </small>
        <StateTag state={lockedBy === null ? transactionState(record) : lockedState(lockedBy)} />
      </button>
    </li>
  )
}

/** This till's last transactions; picking one looks it up. */
export function RecentList() {
  const rowKeys = useRowKeys()
  const recent = useStore((state) => state.recent)
  const current = useStore((state) => shownAt(state.counter)?.record.id ?? null)
  return (
    <div className="recent">
      <h2 className="label" id="recent-title">
        {scanWords.recent}
      </h2>
      {recent.length === 0 ? (
        <p className="soft">{scanWords.noRecent}</p>
      ) : (
        <ul aria-labelledby="recent-title" {...rowKeys}>
          {recent.map((each) => (
            <RecentRow key={each.record.id} recent={each} current={each.record.id === current} />
          ))}
        </ul>
      )}
    </div>
  )
}
