import { type Result, succeed } from '../../../shared/base/result'
import type { ShownTransaction } from '../../../shared/contract/contract'
import { type RelatedKind, relatedKinds } from '../../../shared/payment/codes'
import type { Transaction } from '../../../shared/payment/transaction'
import { lookupId } from '../../../shared/testing/lookup-id'
import { aShownRecord } from '../../../shared/testing/record-sample'
import type { SavedRelated } from '../../copies/rows'
import { aCopyRecord, thisTill } from '../../copies/testing/copy-samples'
import type { ShowFault, ShowReply, ShowRequest } from '../../service/show'
import { makeShownLookups } from '../look-up'
import { makeRelatedShows } from '../related'

export const at = '2026-11-21T09:00:00.000Z'
/** A payment on the receipt of a lookup. */
export const record = aCopyRecord('1', { fields: { store_id: 'st-1' } })
export const shown = aShownRecord({ record, foundBy: 'custom_id', code: 'custom-1', at })
export const lines = (value: string) => ({ lines: [{ name: 'name', value }], cut: false })
export const away: ShowFault = { kind: 'not_connected', reason: 'refused', detail: '' }
export const refused: ShowFault = { kind: 'service_error', httpStatus: 403, message: 'Not yours' }

/** The service's answer: a related record, and changes to the payment. */
export function reply(other: Partial<Transaction> = {}): Result<ShowReply, ShowFault> {
  return succeed({
    record: { ...record, ...other },
    serviceAddress: thisTill.address,
    askedAt: 0,
    age: 0,
    related: { kind: 'store', lines: lines('live') },
  })
}

type Script = (request: ShowRequest) => Result<ShowReply, ShowFault> | null | Promise<null>

/** The related records of a window, with a scripted service. */
export function relatedDeps(script: Script = () => reply(), given: { saved?: SavedRelated } = {}) {
  const till = { related: relatedKinds as readonly RelatedKind[], offline: false }
  const asked: string[] = []
  const observed: Transaction[] = []
  const shownLookups = makeShownLookups()
  const related = makeRelatedShows({
    shows: {
      show: async (request) => {
        asked.push(`${request.related} of ${request.kind} ${request.code}`)
        return script(request)
      },
    },
    shownLookups,
    refundService: { observe: (seen) => observed.push(seen.record) },
    copies: { related: async () => given.saved ?? null },
    settings: { read: () => ({ related: till.related }) },
    isOffline: () => till.offline,
    now: () => new Date(at),
  })
  /** The receipt that a lookup found. */
  const show = (onScreen: ShownTransaction = shown) => {
    shownLookups.begin(onScreen.lookup)
    shownLookups.show(onScreen)
    if (onScreen.source === 'service') shownLookups.end(onScreen.lookup, null)
  }
  const find = (kind: RelatedKind = 'user', lookup = 1) =>
    related.find({ lookup: lookupId(lookup), related: kind })
  return { till, asked, observed, shownLookups, show, find }
}
