import { useDesk } from './desk/desk-context'
import { BrokenPanel, SendingPanel, StoppedPanel } from './outcome/other-outcomes'
import { OutcomePanel } from './outcome/outcome-panel'
import { ReceiptPanel } from './receipt/receipt-panel'
import { RefundForm } from './refund/refund-form'

/** What the cashier does now, on the right. Empty while there is nothing to do but scan. */
export function SidePanel() {
  const counter = useDesk((state) => state.counter)
  switch (counter.at) {
    case 'receipt':
      return <ReceiptPanel shown={counter.shown} />
    case 'refund':
      return <RefundForm shown={counter.shown} draft={counter.draft} />
    case 'sending':
      return <SendingPanel amount={counter.amount} attempt={counter.attempt} />
    case 'stopped':
      return <StoppedPanel amount={counter.amount} fault={counter.fault} />
    case 'broken':
      return <BrokenPanel amount={counter.amount} detail={counter.detail} />
    case 'outcome':
      return <OutcomePanel attempt={counter.attempt} />
    case 'scan':
    case 'looking':
    case 'missed':
      return <aside className="panel panel-empty" />
  }
}
