import type { AppState } from '../../shared/contract'
import { unreachable } from '../../shared/result'
import type { PaperContent } from '../store/store-state'
import { paperWords } from '../words/paper-words'

/** A store copy is a sheet of A4, whatever paper the till has; everything else goes on the till's own. */
export function paperOf({ subject }: PaperContent, tillPaper: AppState['paper']): AppState['paper'] {
  return subject === 'store_copy' ? 'a4' : tillPaper
}

/** A file name that says what is inside, in any script, without characters that a file system refuses; short enough for the channel. */
export function suggestedName(content: PaperContent): string {
  const plain = nameOf(content).replace(/[^\p{L}\p{M}\p{N}_ .-]/gu, '')
  return `${[...plain.trim()].slice(0, 55).join('') || 'Tillside'}.pdf`
}

/** What the paper is, in a few words: with what it is found by. */
export function nameOf(content: PaperContent): string {
  switch (content.subject) {
    case 'receipt':
      return paperWords.receipt(content.shown.record.transactionId)
    case 'store_copy':
      return paperWords.storeCopy(content.shown.record.transactionId)
    case 'outcome':
      return paperWords.slip(content.attempt.intent.marker)
    case 'practice_sheet':
      return paperWords.practiceCodes
    case 'test_slip':
      return paperWords.testSlip
    default:
      return unreachable(content)
  }
}
