/** What a history lets happen to one refund on the wire, and at which moment the till's power is cut. */
import type { Choices } from './choices'
import { type Call, type Plan, passOn } from './cutting-proxy'
import { errorBody } from './http-text'
import { answersStatus, breaks, cutsAnswer, deliversTwice, stalls } from './spoiled-answers'

/** When the till is killed: at the fresh show, as the refund arrives, is applied, or is being answered. */
export type Moment = 'never' | 'at_show' | 'arrived' | 'applied' | 'answering' | 'any_time'

export function chooseMoment(choices: Choices): Moment {
  return choices.oneOf('never', 'never', 'never', 'at_show', 'arrived', 'applied', 'answering', 'any_time')
}

export type LateRefunds = {
  /** Holds the refund back and breaks the caller's line. */
  readonly plan: Plan
  /** Brings everything held back to the service. */
  readonly release: () => Promise<void>
}

export function makeLateRefunds(): LateRefunds {
  const held: Call[] = []
  return {
    plan(call) {
      held.push(call)
      call.breakOff('reset')
    },
    async release() {
      for (const call of held.splice(0)) await call.deliver(call.request)
    },
  }
}

type PlanDeps = {
  readonly choices: Choices
  readonly late: LateRefunds
  /** Called with the marker's own plan when something on the way will deliver it twice. */
  readonly willDouble: () => void
}

const half = (answer: Buffer) => Math.floor(answer.length / 2)

/** One plan for the next refund. Refusals are always honest: assumption A1 is broken elsewhere. */
export function chooseRefundPlan({ choices, late, willDouble }: PlanDeps): Plan {
  const when = choices.oneOf('after' as const, 'before' as const)
  const how = choices.oneOf('reset' as const, 'end' as const)
  const error = choices.oneOf(500, 502, 503, 504, 408, 425)
  const refusal = choices.oneOf(422, 400, 401, 403, 404, 409, 429)
  const byte = choices.pick(2000)
  switch (choices.pick(12)) {
    case 0:
    case 1:
    case 2:
      return passOn
    case 3:
    case 4:
      return breaks(when, how)
    case 5:
      return cutsAnswer((answer) => byte % answer.length, how)
    case 6:
      return answersStatus(when, error, errorBody(error, 'Internal Error'))
    case 7:
      return answersStatus('before', refusal, errorBody(refusal))
    case 8:
      return answersStatus(when, 200, choices.oneOf('', '<html>Welcome</html>', errorBody(422)))
    case 9:
      return late.plan
    case 10:
      willDouble()
      return deliversTwice(choices.oneOf('first', 'second'))
    default:
      return choices.rarely(4) ? stalls(when) : cutsAnswer(half, how)
  }
}

/** The plan, with the till killed at the moment. What was on its way then may still arrive. */
export function withKill(plan: Plan, moment: Moment, kill: () => Promise<void>, arrives: boolean): Plan {
  if (moment === 'never' || moment === 'at_show' || moment === 'any_time') return plan
  return async (call) => {
    if (moment === 'arrived') {
      await kill()
      if (arrives) await call.deliver(call.request)
      return
    }
    const answer = await call.deliver(call.request)
    if (moment === 'answering') call.write(answer.subarray(0, half(answer)))
    await kill()
  }
}

/** A show at which the till is killed, or one that fails now and then. */
export function chooseShowPlan(choices: Choices, moment: Moment, kill: () => Promise<void>): Plan {
  if (moment === 'at_show') {
    return async (call) => {
      await kill()
      call.breakOff('reset')
    }
  }
  if (!choices.rarely(8)) return passOn
  return choices.oneOf(breaks('before', 'reset'), answersStatus('before', 500, errorBody(500)))
}
