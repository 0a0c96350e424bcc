import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { searchWords } from '../words/search-words'
import { CopyRow } from './copy-row'
import type { CopyResults } from './use-copy-search'

/** The height of one row, in pixels. */
const rowHeight = 60
/** A browser draws nothing beyond some 33 million pixels; nobody scrolls that far. */
const mostListed = 100_000

export const copyListId = 'saved-copies-found'
export const optionId = (place: number) => `${copyListId}-${place}`
export const listedCount = (total: number) => Math.min(total, mostListed)

type Props = {
  readonly results: CopyResults
  readonly chosen: number
  readonly show: (first: number, last: number) => void
  readonly open: (place: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly listRef: RefObject<HTMLDivElement | null>
}

function useRows({ results, chosen, show, listRef }: Props) {
  const virtualizer = useVirtualizer({
    count: listedCount(results.total),
    getScrollElement: () => listRef.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => {
    if (first !== undefined && last !== undefined) show(first, last)
  }, [first, last, show])
  useEffect(() => {
    if (chosen >= 0) virtualizer.scrollToIndex(chosen, { align: 'auto' })
  }, [chosen, virtualizer])
  return { items, height: virtualizer.getTotalSize() }
}

/** All matches, of which only those in sight are drawn. The focus is on the list or in the field, never on a row. */
export function CopyList(props: Props) {
  const { results, chosen, open, onKeyDown, listRef } = props
  const { items, height } = useRows(props)
  const words = results.terms.map(({ text }) => text)
  return (
    <div
      ref={listRef}
      id={copyListId}
      className="copy-list"
      role="listbox"
      tabIndex={0}
      aria-label={searchWords.results}
      aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="copy-rows" style={{ height }} role="presentation">
        {items.map(({ index, start }) => {
          const copy = results.rows.get(index)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself hears the keys
            <div
              key={index}
              id={optionId(index)}
              className="copy-row"
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              aria-setsize={listedCount(results.total)}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              onClick={() => open(index)}
            >
              {copy ? (
                <CopyRow copy={copy} words={words} />
              ) : (
                <span className="soft">{copy === null ? searchWords.gone : searchWords.loading}</span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
