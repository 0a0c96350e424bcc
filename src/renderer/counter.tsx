import { useDesk } from './desk/desk-context'
import { CounterPaper } from './receipt/counter-paper'
import { ScanColumn } from './scan/scan-column'
import { SidePanel } from './side-panel'

/** The counter: what was scanned, the paper, what the cashier does. */
export function Counter() {
  const at = useDesk((state) => state.counter.at)
  return (
    <main className="counter" data-at={at}>
      <ScanColumn />
      <CounterPaper />
      <SidePanel />
    </main>
  )
}
