import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { localDay } from '../../shared/base/local-time'
import { type Result, succeed } from '../../shared/base/result'
import { shownText } from '../../shared/base/text'
import type { Output } from '../../shared/contract/contract'
import type { FoundCopy } from '../../shared/contract/payment-channels'
import type { Fault } from '../../shared/fault'
import { readCopyQuery, type SearchTerm } from '../../shared/lookup/copies'
import { lookUp } from '../actions/lookups'
import { call, useAnswer } from '../store/main'
import { announce, store, useStore } from '../store/store'
import { chooseByKey, clockMoment, daysBefore, listedServiceMoment, serviceDay } from '../ui/hooks'
import { FaultExplained, Icon, StateTag, Text, UntrustedText } from '../ui/text'
import { asSentence } from '../words/common'
import { explainFault } from '../words/faults'
import { fieldName, gatewayName, moneyOrNone, noValue, stateNames, transactionState } from '../words/receipt'
import { lockedState } from '../words/refund'
import { countWords, words } from '../words/words'

/** How long typing must pause before the count is announced. */
const announceDelayMs = 600

/** Keeps which match is chosen: the first after typing, then by keys. */
function useChoice(results: CopyResults | null) {
  const [choice, setChoice] = useState({ of: results, place: -1 })
  const first = results !== null && results.terms.length > 0 && results.total > 0 ? 0 : -1
  return {
    chosen: choice.of === results ? choice.place : first,
    choose: (place: number) => setChoice({ of: results, place }),
  }
}

function useSaidCount(results: CopyResults | null): void {
  const [total, typed] = [results?.total, results?.typed]
  useEffect(() => {
    if (total === undefined || typed === undefined || typed.trim() === '') return
    const said = total === 0 ? words.search.nothing : asSentence(words.search.found(total))
    const timer = setTimeout(() => announce(said), announceDelayMs)
    return () => clearTimeout(timer)
  }, [total, typed])
}

/** Several payments may share a custom id, so it is not used to open one. */
function openCopy({ id, transactionId }: FoundCopy): void {
  if (transactionId !== '') void lookUp(transactionId, 'transaction_id')
  else void lookUp(id, 'internal_id')
}

export function Search() {
  const typed = useStore((state) => state.searchText)
  const found = useCopySearch(typed)
  const results = found?.ok ? found.value : null
  const { chosen, choose } = useChoice(results)
  useSaidCount(results)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const type = (searchText: string) => store.setState({ searchText })
  const hasList = results !== null && results.total > 0

  const onKeyDown = (event: KeyboardEvent) => {
    // Home and End move the caret, unless Ctrl is held.
    const ofText = event.currentTarget === field.current && !event.ctrlKey && /^(Home|End)$/.test(event.key)
    // Enter may come before the answer to what was typed.
    const copy = results?.typed === typed ? results.rows[chosen] : undefined
    if (event.key === 'Enter' && copy !== undefined) openCopy(copy)
    const place = ofText ? null : chooseByKey(event.key, chosen, results?.rows.length ?? 0)
    if (place === null) return
    event.preventDefault()
    choose(place)
  }

  return (
    <main className="search stack">
      <header className="search-head">
        <h1>{words.shell.search}</h1>
        <div className="search-field">
          {/* The field's keys move the choice in the list. */}
          <input
            ref={field}
            type="search"
            className="big-field"
            aria-label={words.search.field}
            aria-describedby="search-help"
            aria-controls={hasList ? copyListId : undefined}
            aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
            placeholder={words.search.field}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {typed !== '' && (
            <button
              type="button"
              className="search-clear"
              aria-label={words.search.clear}
              onClick={() => {
                type('')
                field.current?.focus()
              }}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        <p id="search-help" className="soft fine">
          {words.search.fieldHelp}
        </p>
      </header>
      <SearchMessage found={found} />
      {hasList && <CopyList results={results} chosen={chosen} onKeyDown={onKeyDown} />}
    </main>
  )
}

function Notice(props: { readonly title: string; readonly next: string }) {
  return (
    <section className="middle">
      <h2>{props.title}</h2>
      <p className="soft">{props.next}</p>
    </section>
  )
}

/** How much is saved, how many match, and what to do when nothing does or can be read. */
function SearchMessage({ found }: { readonly found: Found | null }) {
  const preparing = useStore((state) => state.preparing)
  const keychainWorks = useStore((state) => state.app.keychain.works)
  if (preparing !== null) {
    return (
      <section className="middle">
        <h2 id="preparing">{words.search.preparing(Math.floor((preparing.done / preparing.of) * 100))}</h2>
        <progress aria-labelledby="preparing" max={preparing.of} value={preparing.done} />
        <p className="soft">{words.search.preparingNext}</p>
      </section>
    )
  }
  if (found === null) return null
  if (!keychainWorks && !(found.ok && found.value.saved.count > 0)) {
    return <Notice title={words.search.noKeychain} next={words.faults.keychain_unavailable.next} />
  }
  if (!found.ok) return <FaultExplained fault={found.fault} />
  const { total, saved, terms, rows } = found.value
  if (saved.count === 0) return <Notice title={words.search.empty} next={words.search.emptyNext} />
  const oldest = saved.oldest ? [words.search.oldest(serviceDay(saved.oldest))] : []
  const kept = [words.search.saved(saved.count), ...oldest]
  return (
    <>
      <p className="row search-count">
        <strong>{terms.length === 0 ? words.search.all : words.search.found(total)}</strong>
        <span className="soft">{kept.join(' · ')}</span>
        {rows.length < total && (
          <span className="soft">{words.search.firstOnly(countWords(rows.length))}</span>
        )}
      </p>
      {total === 0 && <Notice title={words.search.nothing} next={words.search.nothingNext} />}
    </>
  )
}

const copyListId = 'saved-copies-found'
const optionId = (place: number) => `${copyListId}-${place}`

/** The newest matches. The focus stays on the list or in the field. */
function CopyList(props: {
  readonly results: CopyResults
  readonly chosen: number
  readonly onKeyDown: (event: KeyboardEvent) => void
}) {
  const { results, chosen, onKeyDown } = props
  const marked = results.terms.map(({ text }) => text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice may stand in another list than before
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, results])
  return (
    <>
      {/* Visual only: the rows are self-explanatory. */}
      <div className="copy-heads label" aria-hidden="true">
        <span>{words.receipt.article}</span>
        <span>{fieldName('paid_at')}</span>
        <span className="copy-saved" />
        <span>{fieldName('status')}</span>
        <span>{fieldName('amount')}</span>
      </div>
      <div
        id={copyListId}
        className="copy-list"
        role="listbox"
        tabIndex={0}
        aria-label={words.copies.title}
        aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
        onKeyDown={onKeyDown}
      >
        {results.rows.map((copy, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself hears the keys
          <div
            key={optionId(place)}
            id={optionId(place)}
            className="line-button copy-row"
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            onClick={() => openCopy(copy)}
          >
            <CopyRow copy={copy} marked={marked} />
          </div>
        ))}
      </div>
    </>
  )
}

/** A code, with what was typed of it marked. */
export function Code(props: { readonly code: string; readonly words: readonly string[] }) {
  const words = props.words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
  const parts =
    words.length === 0 ? [props.code] : props.code.split(new RegExp(`((?:${words.join('|')})+)`, 'i'))
  return (
    <bdi>
      {parts.map((part, index) => {
        // Parts never change places. Every second one was typed.
        const key = index
        return index % 2 === 1 ? <mark key={key}>{shownText(part)}</mark> : shownText(part)
      })}
    </bdi>
  )
}

/** Returns the custom id, or the internal id if only that one matches. */
function secondCode({ id, transactionId, customId }: FoundCopy, words: readonly string[]): string {
  const carries = (code: string) => words.some((word) => code.toLowerCase().includes(word))
  if (transactionId === '') return customId === '' ? '' : id
  return customId === '' || (carries(id) && !carries(customId) && !carries(transactionId)) ? id : customId
}

export function CopyRow({ copy, marked }: { readonly copy: FoundCopy; readonly marked: readonly string[] }) {
  const { amount, refunded, currency } = copy
  const partly = refunded !== null && amount !== null && refunded > 0 && refunded < amount
  return (
    <>
      <span className="mono cut">
        <Code code={copy.transactionId || copy.customId || copy.id} words={marked} />
        <small className="cut">
          <Code code={secondCode(copy, marked)} words={marked} />
        </small>
      </span>
      <span className="cut">
        <UntrustedText text={listedServiceMoment(copy.paidAt) || noValue} />
        <Text as="small" className="cut" text={gatewayName(copy)} />
      </span>
      <small className="copy-saved cut">{words.search.savedAt(clockMoment(copy.savedAt))}</small>
      <StateTag state={copy.lockedBy === null ? transactionState(copy) : lockedState(copy.lockedBy)} />
      <b className="money cut">
        <Text text={moneyOrNone(amount, currency)} />
        {partly && (
          <Text
            as="small"
            className="cut"
            text={words.search.ofItRefunded(moneyOrNone(refunded, currency))}
          />
        )}
      </b>
    </>
  )
}

type CopyResults = NonNullable<Output<'copies:search'>> & {
  /** The text that this answers. */
  readonly typed: string
  readonly terms: readonly SearchTerm[]
}

function termsOf(typed: string): readonly SearchTerm[] {
  const now = Date.now()
  const days = [
    { word: words.search.today, day: localDay(now) },
    { word: words.search.yesterday, day: localDay(daysBefore(now, 1)) },
  ]
  return readCopyQuery(typed, { states: stateNames, gateways: words.gateways, days })
}

type Found = Result<CopyResults, Fault>

/** Searches the copies; null when a newer search replaced this one in main. */
async function searchCopies(typed: string): Promise<Result<CopyResults | null, Fault>> {
  const terms = termsOf(typed)
  const answer = await call('copies:search', { terms: [...terms] })
  return answer.ok ? succeed(answer.value && { ...answer.value, typed, terms }) : answer
}

/** Returns the newest answer, kept until the next one. */
function useCopySearch(typed: string): Found | null {
  const owner = useStore((state) => `${state.app.serviceAddress} ${state.app.token}`)
  const [found, setFound] = useState<Found | null>(null)
  // Another address or token has other copies.
  useAnswer(
    [owner, typed],
    () => {
      store.setState({ searchWaits: true })
      return searchCopies(typed)
    },
    (answer) => {
      if (!answer.ok) {
        setFound(answer)
        announce(explainFault(answer.fault).title)
      } else if (answer.value !== null) setFound(succeed(answer.value))
      store.setState({ searchWaits: false, preparing: null })
    },
  )
  return found
}
