import type { RecentTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { type CodeMatch, codeKinds, kindsToTry } from '../../shared/payment/codes'
import { formatMoney } from '../../shared/payment/money'
import { lookUp, lookUpAgain } from '../actions/lookups'
import { go } from '../actions/navigation'
import { type Lookup, receiptAt } from '../store/counter-state'
import { store, useStore } from '../store/store'
import { clockMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { useFocusOnShow, useRowKeys } from '../ui/hooks'
import { Explain, StateTag, Text, UntrustedText } from '../ui/text'
import { searchWords } from '../words/counter'
import { explainFault, mayBeToken } from '../words/faults'
import { paidWith, receiptWords, transactionState } from '../words/receipt'
import { lockedState } from '../words/states'
import { words } from '../words/words'

/** Returns the code types worth offering after a failure. A 500 says nothing about the other types. */
function otherMatches(lookup: Lookup, fault: Fault): readonly CodeMatch[] {
  const fits = kindsToTry(lookup.code, 'automatic')
  switch (fault.kind) {
    case 'service_error':
    case 'strange_answer':
    case 'other_record':
      return codeKinds.filter(
        (kind) => kind !== 'transaction_id' && kind !== lookup.match && fits.includes(kind),
      )
    case 'not_found':
    case 'code_too_long':
      return lookup.match === 'automatic' ? [] : ['automatic']
    default:
      return []
  }
}

/** Whether the service gave no answer, so that a search of the saved copies may help. */
function unreached({ kind }: Fault): boolean {
  return kind === 'not_connected' || kind === 'no_answer'
}

function mayPass(fault: Fault): boolean {
  return (
    unreached(fault) ||
    (fault.kind === 'service_error' && !mayBeToken(fault)) ||
    fault.kind === 'strange_answer'
  )
}

/** Why there is no receipt, and what to try. */
export function Missed({ lookup, fault }: { readonly lookup: Lookup; readonly fault: Fault }) {
  // A background lookup does not take the focus from a text field.
  const asked = useStore((state) => state.backgroundLookup !== lookup.id)
  const ref = useFocusOnShow<HTMLElement>(lookup.id, true, asked)
  const settings = mayBeToken(fault) || fault.kind === 'not_set_up'
  return (
    <div className="paper-place">
      <section className="paper stack" aria-label={words.scan.missed} tabIndex={-1} ref={ref}>
        <UntrustedText as="p" className="mono code-asked" text={lookup.code} />
        <Explain explanation={explainFault(fault)} tone={fault.kind === 'not_found' ? 'soft' : 'wait'} />
        <div className="row">
          {settings && (
            <PressButton look="go" onPress={() => go('settings')}>
              {words.scan.openSettings}
            </PressButton>
          )}
          <PressButton look={mayPass(fault) ? 'go' : 'plain'} onPress={() => void lookUpAgain()}>
            {words.scan.tryAgain}
          </PressButton>
          {unreached(fault) && (
            <PressButton
              onPress={() => {
                store.setState({ searchText: lookup.code })
                go('search')
              }}
            >
              {searchWords.field}
            </PressButton>
          )}
          {otherMatches(lookup, fault).map((match) => (
            <PressButton key={match} onPress={() => void lookUp(lookup.code, match)}>
              {words.scan.tryAs[match]}
            </PressButton>
          ))}
        </div>
      </section>
    </div>
  )
}

function RecentRow(props: { readonly recent: RecentTransaction; readonly current: boolean }) {
  const { record, code, foundBy, at, lockedBy } = props.recent
  const { amount, currency } = record
  return (
    <li>
      <button
        type="button"
        className="line-button"
        aria-current={props.current}
        onClick={() => void lookUp(code, foundBy)}
      >
        <UntrustedText as="span" className="mono fine cut" text={code} />
        <b className="money">
          <Text
            text={amount === null ? receiptWords.notThere : formatMoney({ hundredths: amount, currency })}
          />
        </b>
        <small>
          <Text text={paidWith(record)} /> · {clockMoment(at, Date.now())}
        </small>
        <StateTag state={lockedBy === null ? transactionState(record) : lockedState(lockedBy)} />
      </button>
    </li>
  )
}

/** This till's recent payments. Picking one looks it up. */
export function RecentList() {
  const rowKeys = useRowKeys()
  const recent = useStore((state) => state.recent)
  const current = useStore((state) => receiptAt(state.counter)?.record.id ?? null)
  return (
    <div className="recent stack tight">
      <h2 className="label" id="recent-title">
        {words.scan.recent}
      </h2>
      {recent.length === 0 ? (
        <p className="soft">{words.scan.noRecent}</p>
      ) : (
        <ul className="scrolls" aria-labelledby="recent-title" {...rowKeys}>
          {recent.map((each) => (
            <RecentRow key={each.record.id} recent={each} current={each.record.id === current} />
          ))}
        </ul>
      )}
    </div>
  )
}
