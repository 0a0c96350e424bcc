import { lazy, Suspense } from 'react'
import { useStore } from '../store/store-context'

// Not part of the first script: all of these are fetched as soon as the page is painted (load-ahead.ts).
const ReceiptPanel = lazy(() =>
  import('../receipt/receipt-panel').then((file) => ({ default: file.ReceiptPanel })),
)
const RefundForm = lazy(() => import('../refund/refund-form').then((file) => ({ default: file.RefundForm })))
const OutcomePanel = lazy(() =>
  import('../outcome/outcome-panel').then((file) => ({ default: file.OutcomePanel })),
)
const SendingPanel = lazy(() =>
  import('../outcome/sending-panel').then((file) => ({ default: file.SendingPanel })),
)
const StoppedPanel = lazy(() =>
  import('../outcome/stopped-panel').then((file) => ({ default: file.StoppedPanel })),
)
const BrokenPanel = lazy(() =>
  import('../outcome/broken-panel').then((file) => ({ default: file.BrokenPanel })),
)

const IdlePanel = lazy(() => import('./idle-panel').then((file) => ({ default: file.IdlePanel })))

function EmptyPanel() {
  return <div className="panel panel-empty" />
}

function Panel() {
  const counter = useStore((state) => state.counter)
  switch (counter.at) {
    case 'receipt':
      return <ReceiptPanel shown={counter.shown} />
    case 'refund':
      return <RefundForm shown={counter.shown} draft={counter.draft} askedFor={counter.askedFor ?? 0} />
    case 'sending':
      return <SendingPanel amount={counter.amount} attempt={counter.attempt} />
    case 'stopped':
      return (
        <StoppedPanel amount={counter.amount} fault={counter.fault} supervisorFor={counter.supervisorFor} />
      )
    case 'broken':
      return <BrokenPanel amount={counter.amount} detail={counter.detail} />
    case 'outcome':
      return <OutcomePanel attempt={counter.attempt} shown={counter.shown} storeId={counter.storeId} />
    case 'looking':
      // Between two receipts the day's sums would only flash by.
      return <EmptyPanel />
    case 'scan':
    case 'missed':
      return <IdlePanel />
  }
}

/** What the cashier does now, on the right; how the day stands while there is nothing to do but scan. */
export function SidePanel() {
  return (
    <Suspense fallback={<EmptyPanel />}>
      <Panel />
    </Suspense>
  )
}
