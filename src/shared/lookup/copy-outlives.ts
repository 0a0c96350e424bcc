import type { Fault } from '../fault'

/**
 * Whether a saved copy stays on the screen after this fault, which then says nothing about the payment. Any other fault is
 * the service's own answer, and replaces the copy.
 */
export function copyOutlives(fault: Fault): boolean {
  switch (fault.kind) {
    case 'not_connected':
    case 'no_answer':
    case 'strange_answer':
      return true
    case 'service_error':
      return fault.httpStatus >= 500
    default:
      return false
  }
}
