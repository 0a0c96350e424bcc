import { useEffect, useState } from 'react'
import type { EventValue, Output } from '../../shared/contract'
import { readCopyQuery, type SearchTerm } from '../../shared/copy-query'
import type { Fault } from '../../shared/fault'
import { localDay } from '../../shared/local-time'
import { type Result, succeed } from '../../shared/result'
import { call, useAnswer } from '../store/main'
import { useStore } from '../store/store'
import { notify } from '../store/tell'
import { searchWords } from '../words/counter'
import { gatewayNames, stateNames } from '../words/receipt'

export type CopyResults = NonNullable<Output<'copies:search'>> & {
  /** What this is the answer to. */
  readonly typed: string
  readonly terms: readonly SearchTerm[]
}

export type Preparing = EventValue<'copies:preparing'>

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

/** What matches what is typed; null where a newer search has taken this one's place in main. */
async function searchCopies(typed: string): Promise<Result<CopyResults | null, Fault>> {
  const terms = termsOf(typed)
  const answer = await call('copies:search', { terms: [...terms] })
  return answer.ok ? succeed(answer.value && { ...answer.value, typed, terms }) : answer
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
  // With another address or token other copies are found.
  useAnswer(
    [owner, typed],
    () => searchCopies(typed),
    (answer) => {
      if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
      else if (answer.value !== null) setResults(answer.value)
    },
  )
  return { results, preparing }
}
