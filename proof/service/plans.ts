/** What happens to one call on its way, chosen before it is made; the first value of each is the harmless one. */
import fastCheck from 'fast-check'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What happens to a refund POST. Times in milliseconds. */
export type RefundPlan = {
  readonly connects: 'up' | 'refused' | 'certificate' | 'timeout'
  /** Until the connection is up; until the request is at the service; until the answer is back. */
  readonly connectAfter: number
  readonly deliverAfter: number
  readonly answerAfter: number
  /** `later`: the service applies it `lateBy` after it came, whatever it answered. */
  readonly applies: 'now' | 'never' | 'later'
  readonly lateBy: number
  /** Something on the way delivers it twice, the second time so much later; null is once. */
  readonly againAfter: number | null
  readonly answers:
    | 'record'
    | 'refusal'
    | 'error'
    | 'error_of_another_status'
    | 'false_success'
    | 'html'
    | 'old_record'
    | 'other_record'
    | 'other_currency'
    | 'lost'
  /** Of refusals, errors and HTML. */
  readonly status: number
  readonly lostBy: 'reset' | 'timeout' | 'truncated' | 'closed' | 'malformed'
}

export const goodRefund: RefundPlan = {
  connects: 'up',
  connectAfter: 0,
  deliverAfter: 0,
  answerAfter: 0,
  applies: 'now',
  lateBy: hour,
  againAfter: null,
  answers: 'record',
  status: 422,
  lostBy: 'reset',
}

const of = fastCheck.constantFrom
const applies = of('now' as const, 'never' as const, 'later' as const)
const lateBy = of(30 * second, 3 * minute, 2 * hour, 20 * hour, 40 * hour)
const answerAfter = of(0, 0, second, 20 * second)
const refusal = of(422, 400, 401, 403, 404, 409, 429)

function plan(changes: { readonly [Name in keyof RefundPlan]?: fastCheck.Arbitrary<RefundPlan[Name]> }) {
  return fastCheck.record(changes).map((chosen) => honest({ ...goodRefund, ...chosen }))
}

/** A service that says success and never applies would lie: nothing can be proved about one. */
function honest(chosen: RefundPlan): RefundPlan {
  return chosen.applies !== 'now' && chosen.answers === 'record' ? { ...chosen, answers: 'lost' } : chosen
}

/** A third goes well; the rest is spread over everything that can happen to a call. */
export const refundPlanArbitrary: fastCheck.Arbitrary<RefundPlan> = fastCheck.oneof(
  { weight: 6, arbitrary: fastCheck.constant(goodRefund) },
  {
    weight: 5,
    arbitrary: plan({
      applies,
      lateBy,
      answers: of('lost'),
      lostBy: of('reset', 'timeout', 'truncated', 'closed', 'malformed'),
    }),
  },
  {
    weight: 3,
    arbitrary: plan({ applies: of('never'), answers: of('refusal'), status: refusal, answerAfter }),
  },
  // Assumption A1 broken: refused, and applied all the same. Counted apart.
  {
    weight: 2,
    arbitrary: plan({ applies: of('later', 'now'), lateBy, answers: of('refusal'), status: of(422, 400) }),
  },
  {
    weight: 2,
    arbitrary: plan({
      applies,
      lateBy,
      answers: of('error'),
      status: of(500, 502, 503, 504, 408, 425),
    }),
  },
  {
    weight: 1,
    arbitrary: plan({ applies, lateBy, answers: of('error_of_another_status'), status: refusal }),
  },
  {
    weight: 1,
    arbitrary: plan({ applies, lateBy, answers: of('false_success'), status: of(422, 500, 200) }),
  },
  {
    weight: 1,
    arbitrary: plan({ applies, lateBy, answers: of('html'), status: of(200, 301, 302, 307, 403, 422) }),
  },
  { weight: 1, arbitrary: plan({ applies: of('now'), answers: of('other_currency') }) },
  // It says success, and shows the payment as it was: that may be a node that lags behind, or nothing done.
  { weight: 1, arbitrary: plan({ applies, lateBy, answers: of('old_record') }) },
  { weight: 1, arbitrary: plan({ applies, lateBy, answers: of('other_record') }) },
  {
    weight: 2,
    arbitrary: plan({
      againAfter: of(0, second, 30 * second, 10 * minute),
      answers: of('record', 'lost', 'refusal'),
      status: of(422),
    }),
  },
  { weight: 1, arbitrary: plan({ connects: of('refused', 'certificate', 'timeout') }) },
  {
    weight: 2,
    arbitrary: plan({
      connectAfter: of(9 * second, second),
      deliverAfter: of(0, 20 * second, 5 * minute),
      answerAfter,
      applies,
    }),
  },
)

/** How a service answers shows for a while. */
export const weathers = [
  'good',
  'refused',
  'lost',
  'timeout',
  'slow',
  '401',
  '403',
  '404',
  '429',
  '500',
  '503',
  'html',
  'other_record',
  'stale',
  'cached',
  'cached_stale',
  'other_currency',
  'contradiction',
  'unreadable',
] as const
export type Weather = (typeof weathers)[number]

/** `codes`: which kind of code it is for. `shows`: for how many shows of that till it lasts. */
export type ShowPlan = {
  readonly weather: Weather
  readonly codes: 'all' | 'transaction_id' | 'custom_id' | 'internal_id'
  readonly shows: number
  /** How far back a stale answer reaches, in states of the payment. */
  readonly back: number
}

export const goodShows: ShowPlan = { weather: 'good', codes: 'all', shows: 0, back: 1 }

export const showPlanArbitrary: fastCheck.Arbitrary<ShowPlan> = fastCheck.record({
  weather: of(...weathers),
  codes: of('all', 'all', 'transaction_id', 'custom_id', 'internal_id'),
  shows: of(1, 2, 3, 8, 40, 1000),
  back: of(1, 2, 5),
})
