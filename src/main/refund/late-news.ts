/** What changed about a refund after its cashier has gone on: kept here, so that a window that is not there yet misses none. */
import type { Attempt } from '../../shared/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt-states'
import type { LateNews } from '../../shared/late-news'
import { openAlarms } from '../../shared/refund'
import type { Standing } from '../journal/journal-types'

/** How many changes are kept for the window. */
const mostKept = 20

/** How an attempt that had its answer stands now; null where that is no news. An alarm says it better. */
function changeOf(
  before: AttemptState | undefined,
  now: Attempt,
): Extract<LateNews, { kind: 'changed' }>['to'] | null {
  const { state } = now
  if (before === undefined || before === state || isOnItsWay(before) || openAlarms(now).length > 0)
    return null
  switch (state) {
    case 'refunded':
    case 'not_refunded':
    case 'refunded_probably':
    case 'unconfirmed':
      return state
    case 'refused':
      return 'not_refunded'
    default:
      return null
  }
}

function alarmsIn({ attempts, alarms }: Standing): readonly LateNews[] {
  const ofAttempts = [...attempts.values()].flatMap((attempt) =>
    openAlarms(attempt).map(({ number, alarm, at }) => ({
      at,
      marker: attempt.intent.marker,
      code: attempt.intent.foundBy.code,
      number,
      alarm,
    })),
  )
  const ofLines = alarms.map(({ line, at, event }) => ({
    at,
    marker: '',
    code: '',
    number: line,
    alarm: event.kind === 'payment_alarmed' ? event.alarm : null,
  }))
  return [...ofAttempts, ...ofLines]
    .sort((one, other) => other.at - one.at)
    .map(({ marker, code, number, alarm }) => ({
      kind: 'alarm',
      key: `${marker}!${number}`,
      marker,
      code,
      alarm,
    }))
}

/** Follows every attempt from how it stands now; to be made before anything is settled. */
export function makeLateNews(standing: () => Standing) {
  const known = new Map<string, AttemptState>()
  for (const [marker, { state }] of standing().attempts) known.set(marker, state)
  let changes: readonly LateNews[] = []

  return {
    /** A line about the attempt was written. */
    note(attempt: Attempt): void {
      const { marker, amount, currency, foundBy } = attempt.intent
      const to = changeOf(known.get(marker), attempt)
      known.set(marker, attempt.state)
      // What was told before is not true any more.
      if (openAlarms(attempt).length > 0) changes = changes.filter((each) => each.marker !== marker)
      if (to === null) return
      const key = `${marker}@${attempt.line}`
      const news: LateNews = {
        kind: 'changed',
        key,
        marker,
        code: foundBy.code,
        hundredths: amount,
        currency,
        to,
      }
      // Only how it stands last is news.
      changes = [news, ...changes.filter((each) => each.marker !== marker)].slice(0, mostKept)
    },
    /** Alarms until they are acknowledged, and then what changed in this run, newest first. */
    read: (): readonly LateNews[] => [...alarmsIn(standing()).slice(0, mostKept), ...changes],
  }
}
