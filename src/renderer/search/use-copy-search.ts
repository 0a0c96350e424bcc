import { useState } from 'react'
import { localDay } from '../../shared/base/local-time'
import { type Result, succeed } from '../../shared/base/result'
import type { Output } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { readCopyQuery, type SearchTerm } from '../../shared/lookup/copy-query'
import { call, useAnswer } from '../store/main'
import { store, useStore } from '../store/store'
import { notify } from '../store/tell'
import { searchWords } from '../words/counter'
import { gatewayNames, stateNames } from '../words/receipt'

export type CopyResults = NonNullable<Output<'copies:search'>> & {
  /** What this is the answer to. */
  readonly typed: string
  readonly terms: readonly SearchTerm[]
}

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

/** Searches at every change of what is typed. Only the newest answer is taken; until it comes the last one stays. */
export function useCopySearch(typed: string) {
  const owner = useStore((state) => `${state.app.serviceAddress} ${state.app.token}`)
  const [results, setResults] = useState<CopyResults | null>(null)
  const preparing = useStore((state) => state.preparing)
  // With another address or token other copies are found.
  useAnswer(
    [owner, typed],
    () => searchCopies(typed),
    (answer) => {
      if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
      else if (answer.value !== null) setResults(answer.value)
      store.setState({ preparing: null })
    },
  )
  return { results, preparing }
}
