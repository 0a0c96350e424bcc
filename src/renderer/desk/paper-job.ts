import type { Attempt } from '../../shared/attempt'
import type { PaperSubject, ShownTransaction } from '../../shared/contract'

/** What goes on paper, and whether to a printer or into a file. */
export type PaperContent =
  | { readonly subject: 'receipt'; readonly shown: ShownTransaction }
  | { readonly subject: 'outcome'; readonly attempt: Attempt }
  | { readonly subject: 'practice_sheet' }

export type PaperJob = { readonly content: PaperContent; readonly way: 'print' | 'pdf' }

/** A file name that says what is inside, without characters that a file system refuses. */
export function suggestedName(content: PaperContent): string {
  const names: Record<PaperSubject, () => string> = {
    receipt: () => `receipt ${content.subject === 'receipt' ? content.shown.record.transactionId : ''}`,
    outcome: () => `refund ${content.subject === 'outcome' ? content.attempt.intent.marker : ''}`,
    practice_sheet: () => 'practice codes',
  }
  const plain = names[content.subject]().replace(/[^\w .-]/g, '')
  return `${plain.trim().slice(0, 80)}.pdf`
}
