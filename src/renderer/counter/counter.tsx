import { Guarded } from '../drawing/drawing-boundary'
import { useStore } from '../store/store-context'
import { appWords } from '../words/app-words'
import { CounterPaper } from './counter-paper'
import { ScanColumn } from './scan-column'
import { SidePanel } from './side-panel'

/** The counter: what was scanned, the paper, what the cashier does. */
export function Counter() {
  const at = useStore((state) => state.counter.at)
  return (
    <main className="counter" data-at={at}>
      <h1 className="visually-hidden">{appWords.counter}</h1>
      <Guarded place="scan_column">
        <ScanColumn />
      </Guarded>
      <Guarded place="paper">
        <CounterPaper />
      </Guarded>
      <Guarded place="side_panel">
        <SidePanel />
      </Guarded>
    </main>
  )
}
