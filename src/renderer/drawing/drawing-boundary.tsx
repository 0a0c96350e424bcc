import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react'
import type { Attempt } from '../../shared/attempt/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt/attempt-states'
import type { Lock } from '../../shared/attempt/payment-standing'
import { formatMoney, type Money, writeHundredths } from '../../shared/payment/money'
import { nextCustomer } from '../actions/lookups'
import { closeDialog, go } from '../actions/navigation'
import { paperNotLaidOut } from '../actions/paper'
import { call } from '../store/main'
import { type CounterState, isRefundInFlight, useStore } from '../store/store'
import { underWayAdvice } from '../words/app'
import { isAboutEarlier } from '../words/faults'
import { attemptState, type State } from '../words/refund'
import { words } from '../words/words'

/** What is drawn apart from the rest; columns by their class, which keeps their place in the counter. */
type Part = 'page' | 'dialog' | 'sheet' | 'bar' | 'scan-column' | 'paper-place' | 'panel'

type Props = {
  readonly part: Part
  /** A change retries the drawing. */
  readonly occasion: unknown
  readonly children: ReactNode
}
type Drawing = { readonly failed: boolean; readonly reference: string | null }

const { failed } = words

/** Limits the log when a page keeps failing. */
const maxReports = 20
let reports = 0

class DrawingBoundary extends Component<Props, Drawing> {
  override state: Drawing = { failed: false, reference: null }

  static getDerivedStateFromError(): Partial<Drawing> {
    return { failed: true, reference: null }
  }

  override async componentDidCatch(error: unknown, { componentStack }: ErrorInfo): Promise<void> {
    reports += 1
    if (reports > maxReports) return
    const message = traceOf(error, componentStack ?? '')
    const told = await call('window:report-error', { place: this.props.part, message })
    if (told.ok) this.setState({ reference: told.value.reference })
  }

  override componentDidUpdate(before: Props, { failed }: Drawing): void {
    // Unless this occasion is what failed.
    if (failed && this.state.failed && before.occasion !== this.props.occasion) this.retry()
  }

  private readonly retry = () => this.setState({ failed: false, reference: null })

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedDrawing part={this.props.part} reference={this.state.reference} retry={this.retry} />
  }
}

/**
 * Draws a part of the window and catches its errors: says so, still shows a refund in flight, offers a way out and logs
 * the error. Redraws when the counter or `occasion` changes.
 */
export function Guarded(props: {
  readonly part: Part
  readonly occasion?: unknown
  readonly children: ReactNode
}) {
  const counter = useStore((state) => state.counter)
  return (
    <DrawingBoundary part={props.part} occasion={'occasion' in props ? props.occasion : counter}>
      {props.children}
    </DrawingBoundary>
  )
}

/**
 * Handles an error that nothing caught. React has emptied the window, so this writes plain text, with any refund in
 * flight.
 */
export function showLastWords(element: HTMLElement, counter: CounterState, error: unknown): void {
  element.textContent = lastWords(counter)
  void call('window:report-error', { place: 'window', message: traceOf(error) })
}

/** In characters; within what main accepts (`window:report-error`). */
const maxMessageLength = 4000

/** Returns the error and its stack, then the component stack, for the log. */
function traceOf(error: unknown, components = ''): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${what.slice(0, maxMessageLength / 2)}${components}`.slice(0, maxMessageLength)
}

// Plain elements only: any shared component may be the one that failed.

function PlainButton(props: { readonly name: string; readonly act: () => void }) {
  return (
    <button type="button" className="button button-plain" onClick={props.act}>
      {props.name}
    </button>
  )
}

/** Named like the panel that it replaces. */
function RefundUnderWay({ refund }: { readonly refund: UnderWay }) {
  const { money, state, advice, marker, sending } = refund
  return (
    <section className="alert alert-wait" aria-label={sending ? state.word : words.outcome.region}>
      <h2>
        <span aria-hidden="true">{state.sign}</span> {state.word}
      </h2>
      <p className="money big">
        <bdi>{money ?? failed.unreadable}</bdi>
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

type FailedProps = {
  readonly part: Part
  /** The log's reference; null until main has answered. */
  readonly reference: string | null
  readonly retry: () => void
}

/** Says what failed and offers the ways out. A refund in flight can't be left: its outcome redraws the window. */
function WhatHappened({ part, reference, retry }: FailedProps) {
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const leave = () => {
    closeDialog()
    if (part === 'page') {
      go('counter')
      nextCustomer()
    }
    retry()
  }
  return (
    <>
      <div className="alert alert-no" role="alert">
        <h2>{failed.title}</h2>
        <p>{failed.meaning}</p>
        <p>
          <strong>{inFlight ? failed.next.inFlight : failed.next.again}</strong>
        </p>
        {reference !== null && <p className="fine mono">{failed.reference(reference)}</p>}
      </div>
      <div className="row">
        <PlainButton name={failed.again} act={retry} />
        {part === 'dialog' && <PlainButton name={words.shell.close} act={leave} />}
        {part === 'page' && !inFlight && <PlainButton name={failed.toCounter} act={leave} />}
        {!inFlight && <PlainButton name={failed.reload} act={() => void call('window:reload')} />}
      </div>
    </>
  )
}

/** One line, so that the counter keeps its room. */
function FailedBar({ retry }: { readonly retry: () => void }) {
  return (
    <div className="row alert alert-no" role="alert">
      <span>{failed.title}</span>
      <PlainButton name={failed.again} act={retry} />
    </div>
  )
}

/** Reports the failure where printer faults are shown, and lets the next paper be drawn. */
function FailedSheet() {
  useEffect(() => paperNotLaidOut(), [])
  return null
}

/** Replaces what could not be drawn: a refund in flight first, then the error and the ways out. */
function FailedDrawing(props: FailedProps) {
  const refund = refundUnderWay(useStore((state) => state.counter))
  const what = <WhatHappened {...props} />
  const content = (
    <>
      {refund !== null && <RefundUnderWay refund={refund} />}
      {what}
    </>
  )
  switch (props.part) {
    case 'bar':
      return <FailedBar retry={props.retry} />
    case 'sheet':
      return <FailedSheet />
    case 'page':
      return <main className="failed-place stack">{content}</main>
    case 'dialog':
      return (
        <div className="veil">
          <div className="dialog dialog-box failed-part">{content}</div>
        </div>
      )
    case 'panel':
      return <div className="panel failed-part stack">{content}</div>
    case 'scan-column':
    case 'paper-place':
      // The panel beside it has the refund.
      return <div className={`${props.part} failed-part stack`}>{what}</div>
  }
}

/** Returns the same as one line of text. */
export function lastWords(counter: CounterState): string {
  const refund = refundUnderWay(counter)
  const what = `${failed.title}. ${failed.meaning}`
  if (refund === null) return what
  const { money, state, advice, marker } = refund
  return `${state.word}: ${money ?? failed.unreadable} ${marker ?? ''} ${advice} ${what}`
}

/** A refund to keep in sight, with every text computed in advance. */
type UnderWay = {
  /** Null when even the amount is unreadable. */
  readonly money: string | null
  readonly state: State
  readonly advice: string
  readonly marker: string | null
  readonly sending: boolean
}

/** Formats an amount; falls back to plain digits such as "HKD 120.50". */
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

/** A lock without an attempt may still stand for a refund that was sent. */
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
      return underWay(
        moneyText(counter.amount),
        isAboutEarlier(counter.fault) ? 'unconfirmed' : 'not_sent',
        null,
      )
    case 'outcome':
      return ofAttempt(counter.attempt)
    case 'receipt':
    case 'refund':
      return ofLock(counter.shown.lock)
    default:
      return null
  }
}

/** Returns the refund that the counter is about, or null. Never throws: unreadable state counts as an unconfirmed refund. */
export function refundUnderWay(counter: CounterState): UnderWay | null {
  try {
    return read(counter)
  } catch {
    return underWay(null, 'unconfirmed', null)
  }
}
