import type { Journal } from '../journal/journal-types'
import type { HeadAnchor } from './head-anchor'

/** The same journal, with the head of every line on its way to the keychain (design.md, protocol 11). */
export function anchoredJournal(journal: Journal, headAnchor: Pick<HeadAnchor, 'advance'>): Journal {
  function then<T extends { readonly ok: boolean }>(written: T): T {
    if (written.ok) headAnchor.advance()
    return written
  }
  return {
    ...journal,
    append: (marker, event) => then(journal.append(marker, event)),
    appendPayment: (event) => then(journal.appendPayment(event)),
    appendTill: (event) => then(journal.appendTill(event)),
  }
}
