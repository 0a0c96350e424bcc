import { BrokenPanel } from '../outcome/broken-panel'
import { OutcomePanel } from '../outcome/outcome-panel'
import { SendingPanel } from '../outcome/sending-panel'
import { StoppedPanel } from '../outcome/stopped-panel'
import { ReceiptPanel } from '../receipt/receipt-panel'
import { RefundForm } from '../refund/refund-form'
import { useStore } from '../store/store-context'
import { IdlePanel } from './idle-panel'

/** What the cashier does now, on the right; how the day stands while there is nothing to do but scan. */
export function SidePanel() {
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
      return <div className="panel panel-empty" />
    case 'scan':
    case 'missed':
      return <IdlePanel />
  }
}
