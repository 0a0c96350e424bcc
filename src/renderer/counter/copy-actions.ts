import type { ShownTransaction } from '../../shared/contract'
import { copyOutlives } from '../../shared/copy-outlives'
import type { Fault } from '../../shared/fault'
import type { Transaction } from '../../shared/transaction'
import { answerOf } from '../store/answer'
import type { CounterState, Lookup } from '../store/counter-state'
import type { GetStore, SetStore, StoreDeps } from '../store/store-types'
import { announceFound, announceMissed } from '../words/announcement-words'

/** Whether the answer to this lookup may still be shown: nothing newer has taken the counter over. */
export function isAwaited(counter: CounterState, lookup: Lookup): boolean {
  if (counter.at === 'looking') return counter.lookup.id === lookup.id
  return counter.at === 'receipt' && counter.shown.source === 'saved' && counter.shown.lookup === lookup.id
}

/** Says what is on the paper now, to those who do not see it. */
export function announceShown(get: GetStore, shown: ShownTransaction): void {
  get().announce(announceFound(shown, get().app, get().stores.names))
}

/**
 * Shows the saved copy of a lookup that is still being asked about; that of any other is nobody's. Main sends the copy before
 * it says that the line is down, but by two ways: on a busy PC the second may be here first, and the copy is to stay all
 * the same.
 */
export function applySavedCopy(set: SetStore, get: GetStore, copy: ShownTransaction): void {
  const { counter } = get()
  const overtaken = counter.at === 'missed' && copyOutlives(counter.fault)
  if ((counter.at !== 'looking' && !overtaken) || counter.lookup.id !== copy.lookup) return
  const { lookup } = counter
  set({ counter: { at: 'receipt', shown: copy }, savedCopy: { at: overtaken ? 'kept' : 'asking', lookup } })
  forgetOthers(set, get, copy)
  announceShown(get, copy)
}

/** Shows the service's answer, in the copy's place if that is what is on the paper. */
export function applyAnswer(set: SetStore, get: GetStore, shown: ShownTransaction): void {
  const { counter, savedCopy } = get()
  const before = counter.at === 'receipt' ? counter.shown.record : null
  const replaces = before !== null && before.id === shown.record.id
  set({
    counter: { at: 'receipt', shown },
    savedCopy: replaces ? { at: 'replaced', before } : { at: 'none' },
  })
  forgetOthers(set, get, shown)
  announceShown(get, shown)
  const wanted = savedCopy.at === 'asking' && savedCopy.refundWanted === true
  const seen = wanted && before !== null && isSameForRefund(before, shown.record)
  // What is tried again was confirmed before, and is confirmed once more on the form, whatever has changed.
  if (seen || get().formWish === shown.record.id) get().startRefund()
}

/** What was filled in for another payment ends with this receipt. */
function forgetOthers(set: SetStore, get: GetStore, { record }: ShownTransaction): void {
  const { keptDraft, formWish } = get()
  set({
    keptDraft: keptDraft?.id === record.id ? keptDraft : null,
    formWish: formWish === record.id ? formWish : null,
  })
}

/** Whether the cashier, who pressed Refund on the copy, saw what the service says now. */
function isSameForRefund(before: Transaction, after: Transaction): boolean {
  return (
    before.id === after.id &&
    before.status === after.status &&
    before.currency === after.currency &&
    before.amount === after.amount &&
    before.refunded === after.refunded
  )
}

/** Shows why there is no answer; a saved copy stays when it was the line or the service that failed. */
export function applyFault(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  lookup: Lookup,
  fault: Fault,
): void {
  if (get().counter.at === 'receipt' && copyOutlives(fault)) {
    set({ savedCopy: { at: 'kept', lookup } })
    return
  }
  deps.play('refused_scan')
  set({ counter: { at: 'missed', lookup, fault }, savedCopy: { at: 'none' } })
  get().announce(announceMissed(fault))
}

/** The line is back: asks about the copy on the paper again, which stays there until the answer comes. */
export async function refreshCopy(set: SetStore, get: GetStore, deps: StoreDeps): Promise<void> {
  const { counter, savedCopy: copy } = get()
  if (counter.at !== 'receipt' || copy.at !== 'kept') return
  const lookup: Lookup = { ...copy.lookup, id: deps.makeLookupId() }
  const { id, code, match } = lookup
  set({ savedCopy: { at: 'asking', lookup }, ownLookup: id })
  const answer = await answerOf(deps.api.findTransaction({ lookup: id, code, match }))
  const { counter: now, savedCopy: waiting } = get()
  // By the lookup, not by the receipt: its lock may have come or gone meanwhile.
  if (now.at !== 'receipt' || waiting.at !== 'asking' || waiting.lookup.id !== id) return
  if (answer.ok) applyAnswer(set, get, answer.value)
  else applyFault(set, get, deps, lookup, answer.fault)
}
