import type { Attempt } from '../../shared/attempt'
import type { DeskState, ShownTransaction } from '../../shared/contract'
import type { PaymentStore } from '../../shared/related-schemas'
import { unreachable } from '../../shared/result'
import type { RelatedRecords } from '../counter/related-actions'

/** What goes on paper, and whether to a printer or into a file. */
export type PaperContent =
  | { readonly subject: 'receipt'; readonly shown: ShownTransaction }
  /** The receipt with all that stands under "More", for the store's own files. */
  | {
      readonly subject: 'store_copy'
      readonly shown: ShownTransaction
      readonly related: RelatedRecords['records']
    }
  /** `store` took the payment; null where that is not known. */
  | { readonly subject: 'outcome'; readonly attempt: Attempt; readonly store: PaymentStore | null }
  | { readonly subject: 'practice_sheet' }

export type PaperJob = { readonly content: PaperContent; readonly way: 'print' | 'pdf' }

/** A store copy is a sheet of A4, whatever paper the till has; everything else goes on the till's own. */
export function paperOf({ subject }: PaperContent, tillPaper: DeskState['paper']): DeskState['paper'] {
  return subject === 'store_copy' ? 'a4' : tillPaper
}

/** A file name that says what is inside, without characters that a file system refuses. */
export function suggestedName(content: PaperContent): string {
  const plain = nameOf(content).replace(/[^\w .-]/g, '')
  return `${plain.trim().slice(0, 80)}.pdf`
}

function nameOf(content: PaperContent): string {
  switch (content.subject) {
    case 'receipt':
      return `receipt ${content.shown.record.transactionId}`
    case 'store_copy':
      return `store copy ${content.shown.record.transactionId}`
    case 'outcome':
      return `refund ${content.attempt.intent.marker}`
    case 'practice_sheet':
      return 'practice codes'
    default:
      return unreachable(content)
  }
}
