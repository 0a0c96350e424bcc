import type { Attempt } from '../../shared/attempt'
import { openAlarms } from '../../shared/refund'
import { unreachable } from '../../shared/result'

/** What can be pressed beside an outcome. */
export type Step =
  | 'next_customer'
  | 'try_again'
  | 'print'
  | 'print_for_customer'
  | 'save_pdf'
  | 'show_receipt'
  | 'supervisor'
  | 'details'

export type OutcomeSteps = {
  readonly others: readonly Step[]
  /** What most cashiers press next; it stands last. */
  readonly primary: Step
  /** Green stands only where something goes ahead. */
  readonly look: 'go' | 'plain'
}

/** What a cashier can do next, by how the refund stands. No settled refund is repeated before it is known to be settled. */
export function stepsAfter(attempt: Attempt): OutcomeSteps | null {
  const alarmed = openAlarms(attempt).length > 0
  switch (attempt.state) {
    case 'sending':
      return null
    case 'refunded':
      return alarmed
        ? { others: ['print', 'save_pdf', 'next_customer'], primary: 'supervisor', look: 'plain' }
        : { others: ['show_receipt', 'print', 'save_pdf'], primary: 'next_customer', look: 'go' }
    case 'not_sent':
    case 'refused':
    case 'not_refunded':
      return alarmed
        ? { others: ['print', 'save_pdf', 'next_customer'], primary: 'supervisor', look: 'plain' }
        : { others: ['print', 'save_pdf', 'next_customer'], primary: 'try_again', look: 'go' }
    case 'refusal_seen':
      return { others: ['details'], primary: 'next_customer', look: 'plain' }
    case 'unconfirmed':
    case 'refunded_probably':
      return {
        others: ['supervisor', 'save_pdf', 'print_for_customer'],
        primary: 'next_customer',
        look: 'plain',
      }
    default:
      return unreachable(attempt.state)
  }
}
