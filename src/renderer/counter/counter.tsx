import { useEffect, useRef, useState } from 'react'
import { codeKinds } from '../../shared/payment/codes'
import { Guarded } from '../drawing/drawing-boundary'
import {
  BrokenPanel,
  BrokenSlip,
  OutcomePanel,
  OutcomeSlip,
  SendingPanel,
  StoppedPanel,
} from '../outcome/outcome-panel'
import { Receipt } from '../receipt/receipt'
import { ReceiptPanel } from '../receipt/receipt-panel'
import { RefundForm } from '../refund/refund-form'
import { scanFieldAttribute } from '../scan/key-press'
import { isRefundInFlight, store, useStore } from '../store/store'
import { PressButton, SelectInput } from '../ui/controls'
import { StayingMessages } from '../ui/messages'
import { Icon, UntrustedText } from '../ui/text'
import { words } from '../words/words'
import { IdlePanel, Missed, RecentList } from './idle-panel'

export function Counter() {
  const at = useStore((state) => state.counter.at)
  const faults = useStore((state) => state.faults)
  return (
    <main className="counter" data-at={at}>
      <h1 className="visually-hidden">{words.shell.counter}</h1>
      <Guarded part="scan-column">
        <ScanColumn />
      </Guarded>
      <Guarded part="paper-place">
        <CounterPaper />
      </Guarded>
      <Guarded part="bar" occasion={faults.at(-1)}>
        <StayingMessages />
      </Guarded>
      <Guarded part="panel">
        <SidePanel />
      </Guarded>
    </main>
  )
}

/** The middle of the counter: a sheet of paper, or why there is none. */
function CounterPaper() {
  const counter = useStore((state) => state.counter)
  switch (counter.at) {
    case 'scan':
      return (
        <div className="paper-place paper-ready tight">
          <h2>{words.scan.ready}</h2>
          <p className="soft">{words.scan.readyHint}</p>
        </div>
      )
    case 'looking':
      return (
        <div className="paper-place">
          <div className="paper paper-waiting middle" aria-busy="true">
            <h2>{words.scan.looking}</h2>
            <UntrustedText as="p" className="mono code-asked" text={counter.lookup.code} />
            <span className="waiting-bar" />
          </div>
        </div>
      )
    case 'missed':
      return <Missed {...counter} />
    case 'outcome':
      return <OutcomeSlip attempt={counter.attempt} storeId={counter.storeId} />
    case 'broken':
      return <BrokenSlip {...counter} />
    case 'receipt':
    case 'refund':
    case 'sending':
    case 'stopped':
      return <Receipt shown={counter.shown} />
  }
}

/** The right of the counter: what the cashier does now. */
function SidePanel() {
  const counter = useStore((state) => state.counter)
  switch (counter.at) {
    case 'receipt':
      return <ReceiptPanel shown={counter.shown} />
    case 'refund':
      return <RefundForm {...counter} />
    case 'sending':
      return <SendingPanel {...counter} />
    case 'stopped':
      return <StoppedPanel {...counter} />
    case 'broken':
      return <BrokenPanel {...counter} />
    case 'outcome':
      return <OutcomePanel {...counter} />
    case 'looking':
      // The day's sums would only flash between two receipts.
      return <div className="panel panel-empty" />
    case 'scan':
    case 'missed':
      return <IdlePanel />
  }
}

const matches = (['automatic', ...codeKinds] as const).map((value) => ({
  value,
  name: words.scan.matches[value],
}))

/** The left column. Below 1180 px all but the scan field folds into a drawer. */
function ScanColumn() {
  const match = useStore((state) => state.match)
  const drawerOpen = useStore((state) => state.drawerOpen)
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  return (
    <section className="scan-column stack" aria-label={words.scan.drawer} inert={inFlight}>
      <div className="scan-bar">
        <ScanField />
        <SelectInput
          label={words.scan.match}
          className="code-type row tight fine"
          options={matches}
          value={match}
          onChoose={(chosen) => store.setState({ match: chosen })}
        />
        <div className="drawer-button">
          <PressButton
            expanded={drawerOpen}
            label={words.scan.drawer}
            onPress={() => store.setState({ drawerOpen: !drawerOpen })}
          >
            <Icon name="list" />
          </PressButton>
        </div>
      </div>
      <div className="scan-drawer stack tight" data-open={drawerOpen}>
        <RecentList />
      </div>
    </section>
  )
}

/** The scan listener handles Enter: it tells typing from a scan. */
function ScanField() {
  const [text, setText] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  // Coming back from another window, or from a press on nothing, must not select a half-typed code.
  const keepsCaret = useRef(false)
  const ready = useStore((state) => state.counter.at === 'scan')
  // A background lookup leaves a half-typed code.
  const looking = useStore(({ counter, backgroundLookup }) =>
    counter.at === 'looking' && counter.lookup.id !== backgroundLookup ? counter.lookup.id : null,
  )
  const drawerOpen = useStore((state) => state.drawerOpen)
  const match = useStore((state) => state.match)
  const inFlight = useStore((state) => state.counter.at === 'sending')
  const idle = ready && !drawerOpen
  useEffect(() => {
    if (idle) ref.current?.focus()
  }, [idle])
  useEffect(() => {
    if (looking !== null) setText('')
  }, [looking])
  return (
    <div className="scan-field">
      <input
        ref={ref}
        type="search"
        className="big-field"
        aria-label={words.scan.field}
        placeholder={
          match === 'automatic' ? words.scan.field : words.scan.fieldFor(words.scan.matches[match])
        }
        autoComplete="off"
        spellCheck={false}
        readOnly={inFlight}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={({ target, relatedTarget }) => {
          const isWindowAway = target.ownerDocument.activeElement === target
          // A press beside everything must not leave an idle counter where typing goes nowhere.
          const comesBack = idle && relatedTarget === null && !isWindowAway
          keepsCaret.current = isWindowAway || comesBack
          if (comesBack) target.focus()
        }}
        onFocus={({ target }) => {
          if (!keepsCaret.current) target.select()
        }}
        {...{ [scanFieldAttribute]: '' }}
      />
    </div>
  )
}
