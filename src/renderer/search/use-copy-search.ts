import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EventValue } from '../../shared/contract'
import { readCopyQuery, type SearchTerm } from '../../shared/copy-query'
import type { FoundCopy, SavedSummary } from '../../shared/copy-search-schemas'
import type { Fault } from '../../shared/fault'
import { localDay } from '../../shared/local-time'
import { type Result, succeed } from '../../shared/result'
import { call, useAnswer } from '../store/main'
import { useStore } from '../store/store'
import { notify } from '../store/tell'
import { searchWords } from '../words/counter'
import { gatewayNames, stateNames } from '../words/receipt'

/** The rows of one search as far as they have come: null is a copy that has gone since. */
export type FoundRows = ReadonlyMap<number, FoundCopy | null>

export type CopyResults = {
  /** What this is the answer to. */
  readonly typed: string
  readonly search: number
  readonly terms: readonly SearchTerm[]
  readonly total: number
  readonly saved: SavedSummary
  readonly rows: FoundRows
}

export type Preparing = EventValue<'copies:preparing'>

/** So many rows are asked for at a time. */
const chunk = 50

function dayBefore(now: number): number {
  const day = new Date(now)
  return day.setDate(day.getDate() - 1)
}

function termsOf(typed: string): readonly SearchTerm[] {
  const now = Date.now()
  const days = [
    { word: searchWords.today, day: localDay(now) },
    { word: searchWords.yesterday, day: localDay(dayBefore(now)) },
  ]
  return readCopyQuery(typed, { states: stateNames, gateways: gatewayNames, days })
}

function withRows(rows: FoundRows, from: number, more: readonly (FoundCopy | null)[]): FoundRows {
  return new Map([...rows, ...more.map((row, index) => [from + index, row] as const)])
}

/** The first rows that match what is typed; null where a newer search has taken this one's place in main. */
async function searchCopies(typed: string, search: number): Promise<Result<CopyResults | null, Fault>> {
  const terms = termsOf(typed)
  const answer = await call('copies:search', { search, terms: [...terms], rows: chunk })
  if (!answer.ok) return answer
  if (answer.value === null) return succeed(null)
  const { total, saved, rows } = answer.value
  return succeed({ typed, search, terms, total, saved, rows: withRows(new Map(), 0, rows) })
}

/** How far the copies are that are being made ready, while they are. */
function usePreparing(results: CopyResults | null): Preparing | null {
  const [preparing, setPreparing] = useState<Preparing | null>(null)
  useEffect(
    () =>
      window.tillside.onEvent((event) => {
        if (event.kind === 'copies:preparing') setPreparing(event.value)
      }),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer has come: nothing is being prepared
  useEffect(() => setPreparing(null), [results])
  return preparing
}

/** Searches at every change of what is typed. Only the newest answer is taken; until it comes the last one stays. */
export function useCopySearch(typed: string) {
  const owner = useStore((state) => `${state.app.serviceAddress} ${state.app.token}`)
  const [results, setResults] = useState<CopyResults | null>(null)
  const preparing = usePreparing(results)
  const newest = useRef(0)
  const asked = useRef(new Set<string>())

  // With another address or token other copies are found.
  const question = useMemo(() => ({ owner, typed }), [owner, typed])
  useAnswer(
    question,
    () => {
      newest.current += 1
      return searchCopies(typed, newest.current)
    },
    (answer) => {
      if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
      else if (answer.value !== null) setResults(answer.value)
    },
  )

  /** The list shows these places: asks for those that have not come yet. */
  const show = useCallback(
    (first: number, last: number) => {
      if (results === null) return
      for (let from = first - (first % chunk); from <= last; from += chunk) {
        const wanted = `${results.search} ${from}`
        if (results.rows.has(from) || asked.current.has(wanted)) continue
        asked.current.add(wanted)
        void call('copies:matches', { search: results.search, from, count: chunk }).then((answer) => {
          asked.current.delete(wanted)
          if (!answer.ok || answer.value === null) return
          const more = answer.value
          setResults((now) =>
            now?.search === results.search ? { ...now, rows: withRows(now.rows, from, more) } : now,
          )
        })
      }
    },
    [results],
  )
  return { results, preparing, show }
}
