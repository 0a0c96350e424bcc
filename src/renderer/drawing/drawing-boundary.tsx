import { Component, type ErrorInfo, type ReactNode } from 'react'
import type { CounterState } from '../store/counter-state'
import { call } from '../store/main'
import { useStore } from '../store/store'
import type { GuardedPlace } from '../words/app'
import { FailedDrawing, lastWords } from './failed-drawing'

type Props = {
  readonly place: GuardedPlace
  /** When it changes there is something else to draw, so drawing is tried again. */
  readonly occasion: unknown
  readonly children: ReactNode
}
type State = { readonly failed: boolean; readonly reference: string | null }

/** A page that fails over and over must not fill the log. */
const mostReports = 20
let reports = 0

class DrawingBoundary extends Component<Props, State> {
  override state: State = { failed: false, reference: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true, reference: null }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reports += 1
    if (reports <= mostReports) void this.tellMain(error, componentStack ?? '')
  }

  override componentDidUpdate(before: Props, { failed }: State): void {
    // Not when this very occasion is what has just failed.
    if (failed && this.state.failed && before.occasion !== this.props.occasion) this.retry()
  }

  private readonly retry = () => this.setState({ failed: false, reference: null })

  private async tellMain(error: unknown, where: string): Promise<void> {
    const { place } = this.props
    const told = await call('window:report-error', { place, message: messageOf(error, where) })
    if (told.ok) this.setState({ reference: told.value.reference })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedDrawing place={this.props.place} reference={this.state.reference} retry={this.retry} />
  }
}

/**
 * Draws one part of the window so that a mistake in it is caught there: said in words, a refund under way
 * still shown, a way back, and the mistake in the log. A change of the counter, or of `occasion`, draws anew:
 * a scan takes the place of a receipt that could not be drawn.
 */
export function Guarded(props: {
  readonly place: GuardedPlace
  readonly occasion?: unknown
  readonly children: ReactNode
}) {
  const counter = useStore((state) => state.counter)
  return (
    <DrawingBoundary place={props.place} occasion={'occasion' in props ? props.occasion : counter}>
      {props.children}
    </DrawingBoundary>
  )
}

/**
 * For an error that nothing caught: React has emptied the window by now. What stands in it then is text, which
 * needs nothing to be made; a refund under way is still named in it.
 */
export function showLastWords(element: HTMLElement, counter: CounterState, error: unknown): void {
  element.textContent = lastWords(counter)
  void call('window:report-error', { place: 'window', message: messageOf(error) })
}

/** Enough to find the mistake, and within what main takes (contract.ts, `window:report-error`). */
const longestMessage = 4000

/** What the log is told of an error: its own words and where it was thrown; then the components it was under. */
export function messageOf(error: unknown, components = ''): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${what.slice(0, longestMessage / 2)}${components}`.slice(0, longestMessage)
}
