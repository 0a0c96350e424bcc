/** Day and shift reports, part of played-main.ts. */

import type { AttemptView } from '../../../src/shared/attempt/payment-standing'
import { fail, succeed } from '../../../src/shared/base/result'
import type { AppState } from '../../../src/shared/contract/contract'
import { refOf } from '../../../src/shared/people/people'
import { addUpDay, type Day, type Sheet } from '../../../src/shared/refund/day'
import type { Handlers } from './played-main'

type Till = {
  readonly app: AppState
  readonly attempts: readonly AttemptView[]
  open(): AttemptView[]
  readonly people: { change(change: Partial<AppState['people']>): AppState }
}
type Own = Extract<keyof Handlers, 'activity:day' | `shift:${string}`>

function addedUp(attempts: readonly AttemptView[]): Day {
  const adding = addUpDay(new Map())
  attempts.forEach(adding.add)
  return adding.day()
}

export class PlayedDays {
  private readonly sheets: Sheet[] = []
  constructor(private readonly till: Till) {}

  readonly handlers: Pick<Handlers, Own> = {
    'activity:day': ({ from, to }) => {
      const { app, attempts } = this.till
      const own = attempts.filter(({ createdAt }) => createdAt >= from && createdAt <= to)
      const { staffed, signedIn, rights } = app.people
      const isCut = staffed && signedIn?.role === 'cashier' && rights === null
      return succeed({ day: isCut ? null : addedUp(own), open: this.till.open(), moreOpen: 0 })
    },
    'shift:sheets': () => succeed(this.sheets),
    'shift:close': () => {
      const { app, attempts, people } = this.till
      const by = app.people.signedIn
      if (by === null) return fail({ kind: 'sign_in_needed' })
      const at = Date.now()
      const sheet = { by: refOf(by), since: at - 3_600_000, at, day: addedUp(attempts) }
      this.sheets.unshift(sheet)
      people.change({ locked: true })
      return succeed(sheet)
    },
  }
}
