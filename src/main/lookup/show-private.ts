import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { hiddenValues } from '../../shared/masked-record'
import { fail, type Result, succeed } from '../../shared/result'
import type { ShownLookups } from './shown-lookups'

type Deps = {
  readonly shownLookups: Pick<ShownLookups, 'shownFor'>
  readonly log: { readonly info: (line: string) => void }
}

export type ShowPrivate = (
  order: ParsedInput<'lookup:private'>,
) => Result<Readonly<Record<string, string>>, Fault>

/**
 * Answers what the receipt on screen does not show of who paid, for that receipt alone, and leaves a line in the log.
 * Who may ask stands in permissions.ts.
 * This is the only way by which any of it reaches the window.
 */
export function makeShowPrivate({ shownLookups, log }: Deps): ShowPrivate {
  return ({ lookup }) => {
    const shown = shownLookups.shownFor(lookup)
    if (shown === null) return fail({ kind: 'screen_outdated' })
    log.info(`Who paid was shown of transaction ${shown.record.transactionId}`)
    return succeed(hiddenValues(shown.record))
  }
}
