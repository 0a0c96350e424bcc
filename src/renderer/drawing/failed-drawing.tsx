import { useEffect } from 'react'
import type { Attempt } from '../../shared/attempt/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt/attempt-states'
import type { Lock } from '../../shared/attempt/payment-standing'
import { formatMoney, type Money, writeHundredths } from '../../shared/payment/money'
import { nextCustomer } from '../actions/lookups'
import { closeDialog, go } from '../actions/navigation'
import { type CounterState, isRefundInFlight } from '../store/counter-state'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { notify } from '../store/tell'
import { appWords, failedWords, type GuardedPlace, underWayAdvice } from '../words/app'
import { attemptState, outcomeWords, type State } from '../words/states'

// Nothing here but plain elements: what failed to draw may be any of the components that others are made of.

function PlainButton(props: { readonly name: string; readonly act: () => void }) {
  return (
    <button type="button" className="button button-plain" onClick={props.act}>
      {props.name}
    </button>
  )
}

/** Named as the panel that usually shows it; on the paper it has no name, for the panel stands beside it. */
function RefundUnderWay(props: { readonly refund: UnderWay; readonly place: GuardedPlace }) {
  const { money, state, advice, marker, sending } = props.refund
  const name = sending ? state.word : outcomeWords.region
  return (
    <section className="alert alert-wait" aria-label={props.place === 'paper' ? undefined : name}>
      <h2>
        <span aria-hidden="true">{state.sign}</span> {state.word}
      </h2>
      <p className="money big">
        <bdi>{money ?? failedWords.unreadable}</bdi>
      </p>
      <p>
        <strong>{advice}</strong>
      </p>
      {marker !== null && (
        <p className="mono whole">
          <bdi>{marker}</bdi>
        </p>
      )}
    </section>
  )
}

/** The columns of the counter, each of which keeps its room. */
const columns: ReadonlyMap<GuardedPlace, string> = new Map([
  ['scan_column', 'scan-column'],
  ['paper', 'paper-place'],
  ['side_panel', 'panel'],
])

function WhatHappened(props: { readonly place: GuardedPlace; readonly reference: string | null }) {
  const { place, reference } = props
  const { next } = failedWords
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  return (
    <div className="alert alert-no" role="alert">
      <h2>{failedWords.title(place)}</h2>
      <p>{failedWords.meaning}</p>
      <p>
        <strong>{inFlight ? next.inFlight : columns.has(place) ? next.counter : next.again}</strong>
      </p>
      {reference !== null && <p className="fine mono">{failedWords.reference(reference)}</p>}
    </div>
  )
}

/** Leaves a place for the counter; a part of the counter for the next customer. */
function leave(place: GuardedPlace): void {
  closeDialog()
  if (place === 'dialog') return
  go('counter')
  if (place === 'window' || columns.has(place)) nextCustomer()
}

/** Nobody leaves a refund that is being sent; its outcome comes to this window, and draws it anew. */
function Ways({ place, retry }: { readonly place: GuardedPlace; readonly retry: () => void }) {
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const leaves = place === 'dialog' || !(inFlight || place === 'welcome' || place === 'scan_column')
  const out = () => {
    leave(place)
    retry()
  }
  return (
    <div className="row">
      <PlainButton name={failedWords.again} act={retry} />
      {leaves && <PlainButton name={place === 'dialog' ? appWords.close : failedWords.toCounter} act={out} />}
      {!inFlight && <PlainButton name={failedWords.reload} act={() => void call('window:reload')} />}
    </div>
  )
}

/** A part of the frame: one line, so that the counter keeps its room. */
function FailedBar(props: { readonly place: GuardedPlace; readonly retry: () => void }) {
  return (
    <div className="row alert alert-no" role="alert">
      <span>{failedWords.title(props.place)}</span>
      <PlainButton name={failedWords.again} act={props.retry} />
    </div>
  )
}

/** Nothing was printed or saved: said once, in the place where the printer's own troubles are said. */
function FailedSheet() {
  useEffect(() => {
    notify({ kind: 'fault', fault: { kind: 'print_failed', why: 'not_laid_out' } })
  }, [])
  return null
}

/** In the place of what could not be drawn: a refund under way first, then what happened and the ways on. */
export function FailedDrawing(props: {
  readonly place: GuardedPlace
  /** Under which the log has the mistake; null until main has said. */
  readonly reference: string | null
  readonly retry: () => void
}) {
  const { place, reference, retry } = props
  const refund = refundUnderWay(useStore((state) => state.counter))
  const content = (
    <>
      {refund !== null && place !== 'scan_column' && <RefundUnderWay refund={refund} place={place} />}
      <WhatHappened place={place} reference={reference} />
      <Ways place={place} retry={retry} />
    </>
  )
  if (place === 'header' || place === 'footer' || place === 'messages')
    return <FailedBar place={place} retry={retry} />
  if (place === 'sheet') return <FailedSheet />
  if (place === 'dialog')
    return (
      <div className="veil">
        <div className="dialog dialog-box failed-part">{content}</div>
      </div>
    )
  const column = columns.get(place)
  if (column !== undefined) return <div className={`${column} failed-part stack`}>{content}</div>
  return <main className="failed-place stack">{content}</main>
}

/** The same in one line of text, for a window in which no element can be made any more. */
export function lastWords(counter: CounterState): string {
  const refund = refundUnderWay(counter)
  const what = `${failedWords.title('window')}. ${failedWords.meaning}`
  if (refund === null) return what
  const { money, state, advice, marker } = refund
  return `${state.word}: ${money ?? failedWords.unreadable} ${marker ?? ''} ${advice} ${what}`
}

/** What must never go out of sight, ready to be read: nothing of it is worked out while it is drawn. */
export type UnderWay = {
  /** Null when even the amount cannot be read. */
  readonly money: string | null
  readonly state: State
  readonly advice: string
  /** The refund no., once it has one. */
  readonly marker: string | null
  readonly sending: boolean
}

/** The amount as everywhere else; where that very formatting fails, in plain digits: "HKD 120.50". */
function moneyText(money: Money): string {
  try {
    return formatMoney(money)
  } catch {
    return `${money.currency} ${writeHundredths(money.hundredths)}`
  }
}

function underWay(money: string | null, state: AttemptState, marker: string | null): UnderWay {
  return {
    money,
    state: attemptState(state),
    advice: underWayAdvice(state),
    marker,
    sending: isOnItsWay(state),
  }
}

function ofAttempt({ intent, state }: Attempt): UnderWay {
  const { amount: hundredths, currency, marker } = intent
  return underWay(moneyText({ hundredths, currency }), state, String(marker))
}

/** A lock that no attempt holds is still a refund that may have gone out. */
function ofLock(lock: Lock | null): UnderWay | null {
  if (lock === null) return null
  if (lock.kind === 'attempt') return ofAttempt(lock.attempt)
  return underWay(null, 'unconfirmed', lock.kind === 'unread' && lock.marker !== '' ? lock.marker : null)
}

function read(counter: CounterState): UnderWay | null {
  switch (counter.at) {
    case 'sending':
      if (counter.attempt !== null) return ofAttempt(counter.attempt)
      return underWay(moneyText(counter.amount), 'sending', null)
    case 'broken':
      return underWay(moneyText(counter.amount), 'unconfirmed', null)
    case 'stopped':
      return underWay(moneyText(counter.amount), 'not_sent', null)
    case 'outcome':
      return ofAttempt(counter.attempt)
    case 'receipt':
    case 'refund':
      return ofLock(counter.shown.lock)
    default:
      return null
  }
}

/**
 * The refund that the counter is about, for the moment in which what usually shows it cannot be drawn; null
 * when there is none. Never throws: what cannot be read at all is told as a refund whose end is unknown.
 */
export function refundUnderWay(counter: CounterState): UnderWay | null {
  try {
    return read(counter)
  } catch {
    return underWay(null, 'unconfirmed', null)
  }
}
