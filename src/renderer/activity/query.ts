import { useCallback, useMemo, useRef, useState } from 'react'
import type { ActivityOrder, ActivityPage } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { useAnswer } from '../store/use-answer'
import {
  type ActivitySearch,
  joinPages,
  type Listed,
  ordersFor,
  pageSize,
  refreshed,
} from './activity-search'

type Ask = (order: ActivityOrder) => Promise<Result<ActivityPage, Fault>>

/** The first page of what was asked for: by one reading of the words after the other, until one finds something. */
async function firstPage(ask: Ask, search: ActivitySearch): Promise<Result<Listed, Fault>> {
  let found: Listed = { open: [], notices: [], attempts: [], rest: null }
  for (const order of ordersFor(search, Date.now())) {
    const page = await answerOf(ask(order))
    if (!page.ok) return page
    const { open, notices, attempts, next } = page.value
    found = { open, notices, attempts, rest: next === null ? null : { order, before: next } }
    if (attempts.length > 0) break
  }
  return succeed(found)
}

/**
 * What Activity lists, a page at a time: the newest of what was asked for, read again whenever something changes in
 * main, and more on demand. Null until it has come.
 */
export function useActivity(search: ActivitySearch) {
  const api = useApi()
  const changed = useStore((state) => state.attemptsChanged)
  const notify = useStore((state) => state.notify)
  const [listed, setListed] = useState<Listed | null>(null)
  const [reading, setReading] = useState(false)
  const [failed, setFailed] = useState(false)
  const shown = useRef<ActivitySearch | null>(null)

  const asked = useMemo(() => ({ search, changed }), [search, changed])
  useAnswer(
    asked,
    () => firstPage(api.pageActivity, search),
    (page) => {
      setFailed(!page.ok)
      if (!page.ok) return notify({ kind: 'fault', fault: page.fault })
      const same = shown.current === search
      shown.current = search
      setListed((before) => (same && before !== null ? refreshed(before, page.value) : page.value))
    },
  )

  const more = useCallback(async () => {
    const rest = listed?.rest ?? null
    if (listed === null || rest === null || reading) return
    setReading(true)
    const page = await answerOf(api.pageActivity({ ...rest.order, before: rest.before, count: pageSize }))
    setReading(false)
    if (shown.current !== search) return
    if (!page.ok) return notify({ kind: 'fault', fault: page.fault })
    const { attempts, next } = page.value
    setListed((before) =>
      before === null
        ? before
        : {
            ...before,
            attempts: joinPages(before.attempts, attempts),
            rest: next === null ? null : { order: rest.order, before: next },
          },
    )
  }, [api, listed, reading, search, notify])

  return { listed, failed, reading, more }
}
