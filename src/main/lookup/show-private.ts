import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { Act } from '../../shared/journal-events'
import { hiddenValues } from '../../shared/masked-record'
import { fail, type Result, succeed } from '../../shared/result'
import type { ShownLookups } from './shown-lookups'

type Deps = {
  readonly shownLookups: Pick<ShownLookups, 'shownFor'>
  /** Writes the act into the journal, in the cashier's name. */
  readonly note: (act: Act) => void
}

export type ShowPrivate = (
  order: ParsedInput<'lookup:private'>,
) => Result<Readonly<Record<string, string>>, Fault>

/**
 * Answers what the receipt on screen does not show of who paid, for that receipt alone, and leaves a line in the journal.
 * Who may ask stands in permissions.ts.
 * This is the only way by which any of it reaches the window.
 */
export function makeShowPrivate({ shownLookups, note }: Deps): ShowPrivate {
  return ({ lookup }) => {
    const shown = shownLookups.shownFor(lookup)
    if (shown === null) return fail({ kind: 'screen_outdated' })
    note({ act: 'private_shown', transaction: shown.record.transactionId.slice(0, 255) })
    return succeed(hiddenValues(shown.record))
  }
}
