import './search.css'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from '../store/store-context'
import { searchWords } from '../words/search-words'
import { CopyList, listedCount } from './copy-list'
import { SearchField } from './search-field'
import { SearchMessage } from './search-message'
import { type CopyResults, useCopySearch } from './use-copy-search'

/** How long nothing must be typed before a screen reader is told how many match, in milliseconds. */
const quiet = 600
/** Rows that a page key moves by. */
const page = 8

/** Which match is chosen: the first as soon as something is typed, and whatever the keys choose then. */
function useChoice(results: CopyResults | null) {
  const [choice, setChoice] = useState({ search: 0, place: -1 })
  const first = results !== null && results.terms.length > 0 && results.total > 0 ? 0 : -1
  const chosen = results !== null && choice.search === results.search ? choice.place : first
  return { chosen, choose: (place: number) => setChoice({ search: results?.search ?? 0, place }) }
}

function useSaidCount(results: CopyResults | null): void {
  const announce = useStore((state) => state.announce)
  const [total, typed] = [results?.total, results?.typed]
  useEffect(() => {
    if (total === undefined || typed === undefined || typed.trim() === '') return
    const timer = setTimeout(() => announce(searchWords.saidFound(total)), quiet)
    return () => clearTimeout(timer)
  }, [announce, total, typed])
}

function useOpen(results: CopyResults | null, typed: string): (place: number) => void {
  const lookUp = useStore((state) => state.lookUp)
  return (place) => {
    // What is listed must be what was typed: Enter can be quicker than the answer.
    const copy = results?.typed === typed ? results.rows.get(place) : null
    if (!copy) return
    // A custom id may be that of several: it opens nothing that another id can.
    if (copy.transactionId !== '') void lookUp(copy.transactionId, 'transaction_id')
    else void lookUp(copy.id, 'internal_id')
  }
}

/** Everything that is saved on this till, found by any part of it. */
export function Search() {
  const typed = useStore((state) => state.searchText)
  const setTyped = useStore((state) => state.setSearchText)
  const { results, preparing, show } = useCopySearch(typed)
  const { chosen, choose } = useChoice(results)
  const open = useOpen(results, typed)
  useSaidCount(results)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.select(), [])
  const hasList = results !== null && results.total > 0

  const onKeyDown = (event: KeyboardEvent) => {
    // In the field the ends are those of the text, unless asked for with Ctrl.
    const ofText = event.currentTarget === field.current && !event.ctrlKey && /^(Home|End)$/.test(event.key)
    if (event.key === 'Enter') open(chosen)
    const place = ofText ? null : chooseByKey(event.key, chosen, listedCount(results?.total ?? 0), page)
    if (place === null) return
    event.preventDefault()
    choose(place)
  }

  return (
    <main className="search">
      <SearchField
        fieldRef={field}
        typed={typed}
        onType={setTyped}
        chosen={chosen}
        hasList={hasList}
        onKeyDown={onKeyDown}
      />
      <SearchMessage results={results} preparing={preparing} />
      {hasList && (
        <CopyList
          results={results}
          chosen={chosen}
          show={show}
          open={open}
          onKeyDown={onKeyDown}
          listRef={list}
        />
      )}
    </main>
  )
}

/**
 * Where a key moves the choice in a list, or null when it moves nothing.
 * @param chosen the place that is chosen now, -1 for none
 * @param count how many there are
 * @param page how many are on the screen
 */
export function chooseByKey(key: string, chosen: number, count: number, page: number): number | null {
  if (count === 0) return null
  const at = (place: number) => Math.min(count - 1, Math.max(0, place))
  switch (key) {
    case 'ArrowDown':
      return at(chosen + 1)
    case 'ArrowUp':
      return at(chosen - 1)
    case 'PageDown':
      return at(chosen + page)
    case 'PageUp':
      return at(chosen - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
