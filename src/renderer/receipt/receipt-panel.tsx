import { type ReactNode, useId } from 'react'
import type { ShownTransaction } from '../../shared/contract'
import { formatMoney } from '../../shared/money'
import { refundability } from '../../shared/refund-rules'
import type { Transaction } from '../../shared/transaction'
import { type Availability, availability, isOpening } from '../refund/refund-availability'
import { useStore } from '../store/store-context'
import { BigMoney } from '../ui/big-money'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { KeyCap } from '../ui/key-cap'
import { ScrollBody } from '../ui/scroll-body'
import { useLater } from '../ui/use-later'
import { appWords } from '../words/app-words'
import { receiptWords } from '../words/receipt'
import { refundWords } from '../words/refund'
import { doubtWords, explainRefundsOff } from '../words/refunds-off-words'
import { askingWords, explainBlock, explainSavedCopy, offlineBlock } from '../words/refusals'
import { outcomeWords } from '../words/states'
import { PaymentRefunds } from './payment-refunds'
import { StaleAnswer } from './stale-answer'
import { Locked } from './standing'

/** A wait of this long is no routine any more, in milliseconds. */
const slowAfter = 1500

function Open(props: { readonly rest: string }) {
  const startRefund = useStore((state) => state.startRefund)
  return (
    <>
      <div className="refundable">
        <span className="label">{refundWords.refundable}</span>
        <span className="refundable-amount mono">
          <BigMoney text={props.rest} />
        </span>
        <p className="soft">{refundWords.charge}</p>
      </div>
      <PressButton look="go" onPress={startRefund}>
        {refundWords.start} <KeyCap name="R" hidden />
      </PressButton>
    </>
  )
}

/** The service is asked what it says now: everything stands where it will stand with the answer. */
function Asking({ record }: { readonly record: Transaction }) {
  const startRefund = useStore((state) => state.startRefund)
  const wanted = useStore((state) => state.savedCopy.at === 'asking' && state.savedCopy.refundWanted === true)
  const lookup = useStore((state) => (state.savedCopy.at === 'asking' ? state.savedCopy.lookup.id : ''))
  const slow = useLater(slowAfter, lookup)
  const described = useId()
  const judged = refundability(record)
  return (
    <>
      <div className="refundable">
        <span className="label">{refundWords.refundable}</span>
        <span className="refundable-amount mono soft">
          <BigMoney text={judged.kind === 'refundable' ? formatMoney(judged.rest) : ''} />
        </span>
        <p className="soft">{refundWords.charge}</p>
      </div>
      {/* A press is remembered, and said so below. */}
      <PressButton look="go" incomplete describedBy={described} onPress={startRefund}>
        {refundWords.start} <KeyCap name="R" hidden />
      </PressButton>
      <p className="soft" id={described} role="status">
        {wanted ? askingWords.wanted : askingWords.checking}
      </p>
      {slow && <Explain explanation={askingWords.slow} tone="wait" />}
    </>
  )
}

function Why(props: {
  readonly availability: Exclude<Availability, { kind: 'open' | 'locked' | 'stale' }>
  readonly record: Transaction
}) {
  const { availability: given, record } = props
  const practice = useStore((state) => state.app.mode === 'practice')
  const asking = useStore((state) => state.savedCopy.at === 'asking')
  const offline = useStore((state) => state.app.connection.state === 'offline')
  const movedFrom = useStore((state) => state.app.about.profileMovedFrom)
  const wished = useStore((state) => state.formWish === record.id)
  const go = useStore((state) => state.go)
  switch (given.kind) {
    case 'blocked':
      return <Explain explanation={explainBlock(given.reason, record)} tone="soft" />
    case 'off':
      return (
        <Explain explanation={explainRefundsOff(given.why, movedFrom)} tone="wait">
          {isOpening(given) && wished && <p role="status">{askingWords.opening}</p>}
          {!practice && given.why !== 'journal_opening' && (
            <PressButton onPress={() => go('settings')}>{appWords.settings}</PressButton>
          )}
        </Explain>
      )
    case 'saved_copy':
      return asking ? (
        <Asking record={record} />
      ) : (
        <Explain explanation={explainSavedCopy(offline)} tone="wait" />
      )
    case 'offline':
      return <Explain explanation={offlineBlock} tone="wait" />
  }
}

function offer(given: Availability, shown: ShownTransaction): ReactNode {
  switch (given.kind) {
    case 'open':
      return <Open rest={formatMoney(given.refundable.rest)} />
    case 'locked':
      return <Locked shown={shown} lock={given.lock} />
    case 'stale':
      return <StaleAnswer shown={shown} stale={given.stale} />
    default:
      return <Why availability={given} record={shown.record} />
  }
}

/** Beside a receipt: the way to a refund, or the reason why there is none; and the paper's own buttons. */
export function ReceiptPanel(props: { readonly shown: ShownTransaction }) {
  const { shown } = props
  const app = useStore((state) => state.app)
  const lookUpAgain = useStore((state) => state.lookUpAgain)
  const putOnPaper = useStore((state) => state.putOnPaper)
  const nextCustomer = useStore((state) => state.nextCustomer)
  return (
    <aside className="panel" aria-label={receiptWords.panel}>
      <ScrollBody className="panel-body">
        <RefundInDoubt />
        {offer(availability(shown, app), shown)}
        <PaymentRefunds shown={shown} />
      </ScrollBody>
      <div className="panel-foot button-grid">
        <PressButton onPress={() => void lookUpAgain()}>{receiptWords.look}</PressButton>
        <PressButton onPress={nextCustomer}>{outcomeWords.nextCustomer}</PressButton>
        <PressButton onPress={() => putOnPaper({ subject: 'receipt', shown }, 'print')}>
          {receiptWords.print}
        </PressButton>
        <PressButton onPress={() => putOnPaper({ subject: 'receipt', shown }, 'pdf')}>
          {receiptWords.savePdf}
        </PressButton>
      </div>
    </aside>
  )
}

/** Beside every payment while the record of refunds is off for any reason (refund-protocol.md 11). */
function RefundInDoubt() {
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
