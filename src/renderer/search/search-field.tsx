import type { KeyboardEvent, RefObject } from 'react'
import { Icon } from '../ui/icon'
import { searchWords } from '../words/search-words'
import { copyListId, optionId } from './copy-list'

/** The place's heading and its one field. The list's choice is the field's too: its keys move it. */
export function SearchField(props: {
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly chosen: number
  /** Whether there is a list that it controls. */
  readonly hasList: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
}) {
  const { fieldRef, typed, onType, chosen, hasList, onKeyDown } = props
  return (
    <header className="search-head">
      <h1 className="place-title">{searchWords.title}</h1>
      <div className="search-field">
        <input
          ref={fieldRef}
          type="search"
          aria-label={searchWords.field}
          aria-describedby="search-help"
          aria-controls={hasList ? copyListId : undefined}
          aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
          placeholder={searchWords.field}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {typed !== '' && (
          <button
            type="button"
            className="search-clear"
            aria-label={searchWords.clear}
            onClick={() => {
              onType('')
              fieldRef.current?.focus()
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <p id="search-help" className="soft fine">
        {searchWords.fieldHelp}
      </p>
    </header>
  )
}
