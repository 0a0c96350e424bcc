import type { Choices } from './choices'

/** What happens to one refund POST: whether and when the service applies it, and what comes back. */
export type RefundPlan = {
  /** `unreachable`: the connection never comes up. */
  readonly applies: 'now' | 'never' | 'later' | 'unreachable'
  /** Something on the way delivers it twice. */
  readonly twice: boolean
  readonly answers:
    | 'record'
    | 'refusal'
    | 'error'
    | 'false_success'
    | 'html'
    | 'old_record'
    | 'other_record'
    | 'nothing'
  readonly status: number
  readonly lostBy: 'reset' | 'timeout' | 'truncated'
}

const good: RefundPlan = { applies: 'now', twice: false, answers: 'record', status: 200, lostBy: 'reset' }

/** Half of the calls go well; the rest is spread over the fault matrix. */
export function chooseRefundPlan(choices: Choices, healthy: boolean): RefundPlan {
  if (healthy || choices.pick(2) === 0) return good
  const applies = choices.oneOf('now' as const, 'never' as const, 'later' as const)
  const lostBy = choices.oneOf('reset' as const, 'timeout' as const, 'truncated' as const)
  switch (choices.pick(10)) {
    case 0:
      return { ...good, applies: 'unreachable' }
    case 1:
    case 2:
      return { ...good, applies, answers: 'nothing', lostBy }
    case 3:
      return {
        ...good,
        applies,
        answers: 'error',
        status: choices.oneOf(500, 502, 503, 504, 408, 409, 425, 429),
      }
    case 4:
      return { ...good, applies: 'never', answers: 'refusal', status: choices.oneOf(422, 400, 401, 403, 404) }
    case 5:
      // Assumption A1 broken: refused, and applied all the same. Counted apart.
      return choices.rarely(3)
        ? { ...good, applies, answers: 'refusal', status: 422 }
        : { ...good, applies: 'never', answers: 'refusal', status: 422 }
    case 6:
      return { ...good, applies, answers: 'html', status: choices.oneOf(200, 301, 302, 307, 403) }
    case 7:
      return { ...good, applies, answers: 'false_success', status: choices.oneOf(422, 500, 200) }
    case 8:
      // A service that says success and never applies would lie; a replica that lags behind does not.
      return choices.pick(2) === 0
        ? { ...good, answers: 'old_record' }
        : { ...good, applies, answers: 'other_record' }
    default:
      return { ...good, twice: true, answers: choices.oneOf('record' as const, 'nothing' as const), lostBy }
  }
}

export type ShowPlan = 'good' | 'unreachable' | 'lost' | 'error' | 'stale'

export function chooseShowPlan(choices: Choices, healthy: boolean): ShowPlan {
  if (healthy || choices.pick(10) < 7) return 'good'
  return choices.oneOf('stale', 'unreachable', 'lost', 'error')
}
