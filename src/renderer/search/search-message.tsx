import { useStore } from '../store/store-context'
import { searchWords } from '../words/search-words'
import { listedCount } from './copy-list'
import type { CopyResults, Preparing } from './use-copy-search'

function Notice(props: { readonly title: string; readonly next: string }) {
  return (
    <section className="search-none">
      <h2>{props.title}</h2>
      <p className="soft">{props.next}</p>
    </section>
  )
}

/** How much of the till can be searched, how many match, and what to do when there is nothing. */
export function SearchMessage(props: {
  readonly results: CopyResults | null
  readonly preparing: Preparing | null
}) {
  const { results, preparing } = props
  const keychainWorks = useStore((state) => state.app.keychain.works)
  if (preparing !== null) {
    return (
      <section className="search-none">
        <h2>{searchWords.preparing(preparing)}</h2>
        <progress aria-label={searchWords.preparingTitle} max={preparing.of} value={preparing.done} />
        <p className="soft">{searchWords.preparingNext}</p>
      </section>
    )
  }
  if (results === null) return null
  const { total, saved, terms } = results
  if (saved.count === 0) {
    return (
      <Notice
        title={keychainWorks ? searchWords.empty : searchWords.noKeychain}
        next={keychainWorks ? searchWords.emptyNext : searchWords.noKeychainNext}
      />
    )
  }
  const kept = [searchWords.saved(saved.count), ...(saved.oldest ? [searchWords.oldest(saved.oldest)] : [])]
  return (
    <>
      <p className="search-count">
        <strong>{terms.length === 0 ? searchWords.all : searchWords.found(total)}</strong>
        <span className="soft">{kept.join(', ')}</span>
        {listedCount(total) < total && (
          <span className="soft">{searchWords.firstOnly(listedCount(total))}</span>
        )}
      </p>
      {total === 0 && <Notice title={searchWords.nothing} next={searchWords.nothingNext} />}
    </>
  )
}
