import { stringify } from 'csv-stringify/sync'
import { localDay } from '../../shared/base/local-time'
import { fail, succeed } from '../../shared/base/result'
import type { MissedCode } from '../../shared/lookup/outage'
import { hiddenValues } from '../../shared/payment/private-fields'
import { lockedBy } from '../refund/tell'
import { firstCells } from '../system/save-file'
import type { Handlers } from './answer'
import type { Parts } from './handlers'

/** Lookups, recent lookups, and the search over saved copies. */
export function lookupHandlers(parts: Parts) {
  const { lookUp, findRelated, recent, requested, shownLookups, copySearch } = parts
  const { people, cashier, refundService, actor, note, readAppState } = parts
  return {
    // A badge is never sent to the service.
    'lookup:find': (order) =>
      people.isBadge(order.code) ? fail({ kind: 'code_is_badge' }) : cashier.during(() => lookUp(order)),
    'lookup:related': findRelated,
    // The only way for data about the payer to the window, with a line in the record.
    'lookup:private': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      if (shown === null) return fail({ kind: 'screen_outdated' })
      const { transactionId, id } = shown.record
      note({ act: 'private_shown', transaction: (transactionId || id).slice(0, 255) }, actor())
      return succeed(hiddenValues(shown.record))
    },
    'lookup:recent': async () => succeed(await recent.list()),
    'lookup:take-requested': async () => succeed(requested.take(readAppState().people.locked)),
    'copies:search': async ({ terms }) => {
      const found = await copySearch.search(terms)
      if (!found.ok) return found
      if (found.value === null) return succeed(null)
      const rows = found.value.rows.map((copy) => {
        return { ...copy, lockedBy: lockedBy(refundService.standingOf(copy.id).lock) }
      })
      return succeed({ ...found.value, rows })
    },
  } satisfies Partial<Handlers>
}

/** On the screen; the saved report has all. */
const maxShown = 200

const reasons = { not_found: 'not found', unread: 'could not be read' } as const

/** Writes the missed codes as a CSV that can be taken as a list again: the codes are under "code". */
function reportCsv(missed: readonly MissedCode[]): string {
  const rows = missed.map(({ code, why, list, imported }) => [code, reasons[why], list, imported])
  return stringify([['code', 'result', 'list', 'taken'], ...rows], { ...firstCells, quoted_match: /^#/ })
}

/** Lists of codes, and their outcomes. */
export function listHandlers({ lists, saveFile, now }: Parts) {
  return {
    'outage:read': async () => succeed(await lists.read()),
    'outage:report': async () => succeed(await lists.missed(maxShown)),
    'outage:take-list': (given) => lists.give(given),
    'outage:steer': async ({ to }) => {
      await lists.steer(to)
      return succeed(await lists.read())
    },
    'outage:save-report': async () =>
      saveFile({
        suggestedName: `Tillside codes not found ${localDay(now().getTime())}`,
        kind: 'csv',
        content: reportCsv(await lists.missed(Number.POSITIVE_INFINITY)),
      }),
  } satisfies Partial<Handlers>
}
