import type { ParsedInput, ShownTransaction } from '../../shared/contract'
import type { Fault, FaultOf } from '../../shared/fault'
import { reasonToSend } from '../../shared/reasons'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { RefundOrder } from '../refund/types'
import { isWeakPin } from '../vault/weak-pin'
import type { Handlers } from './answer'
import type { Parts } from './parts'

const outdated = fail({ kind: 'screen_outdated' } as const)

/**
 * Holds what the cashier confirmed against what main itself last showed (refund-protocol.md 1): the lookup
 * must be the newest one begun, of the same transaction and currency, from the service. Which service is stored, and
 * whether refunds are on, is known only from a keychain that answers (protocol 11).
 */
async function freshOrder(
  { secrets, shownLookups, settings, storeLanguage }: Parts,
  confirmed: ParsedInput<'refund:issue'>,
): Promise<Result<RefundOrder, FaultOf<'screen_outdated' | 'saved_copy_only' | 'reason_missing'>>> {
  await secrets.askAgain()
  const shown = shownLookups.shownFor(confirmed.lookup)
  if (shown === null) return outdated
  const { record, foundBy: kind, code, typed } = shown
  if (record.id !== confirmed.id || record.currency !== confirmed.amount.currency) return outdated
  if (shown.source !== 'service') return fail({ kind: 'saved_copy_only' })
  const { cashier, reasons } = settings.read()
  const reason = reasonToSend(confirmed.reason, reasons, storeLanguage())
  if (reason === null) return fail({ kind: 'reason_missing' })
  return succeed({
    shown: record,
    shownBy: shown.service,
    foundBy: { kind, code },
    amount: confirmed.amount,
    reason,
    typed,
    confirmed: confirmed.confirmed,
    cashier: cashier === '' ? null : { id: '', name: cashier },
    allowedBy:
      confirmed.proof === undefined ? null : { id: '', name: confirmed.proof.name, rules: confirmed.yesTo },
  })
}

/**
 * The record that the service's answer held takes the place of the one on screen, so that a further refund can be
 * confirmed from it. Null when a newer lookup has begun meanwhile: only the newest paints.
 */
function showAnswer(
  { refundService, shownLookups, now }: Parts,
  lookup: string,
  { foundBy: { kind: foundBy, code }, typed }: RefundOrder,
  record: Transaction,
  service: string,
): ShownTransaction | null {
  const { lock, stale } = refundService.standingOf(record.id)
  const asked = { lookup, foundBy, code, typed }
  shownLookups.show({ ...asked, record, service, source: 'service', at: now().toISOString(), lock, stale })
  return shownLookups.shownFor(lookup)
}

type BeginOrder = ParsedInput<'journal:begin'>
type TokenProof = Extract<BeginOrder['proof'], { with: 'token' }>

/**
 * A till that still knows its service asks that one. One that has lost its credentials would ask whatever service is
 * typed, one of the cashier's own too: where it still has a PIN it is connected first, which takes that PIN.
 */
async function mayAskService(
  { vault, supervisorPin }: Parts,
  proof: TokenProof,
): Promise<Result<null, Fault>> {
  const checked = vault.checked(proof)
  if (!checked.ok) return checked
  const known = await vault.address()
  const refused = (why: 'connect_first' | 'other_service') =>
    fail({ kind: 'address_not_allowed', why, address: known } as const)
  if (known !== '') return known === checked.value.address ? succeed(null) : refused('other_service')
  const pin = await supervisorPin.state()
  if (!pin.ok) return pin
  return pin.value === 'set' || pin.value === 'stopped' ? refused('connect_first') : succeed(null)
}

/** A keychain that lost everything lost these too: nobody should have to type them twice, or stay without a PIN. */
async function keepTyped(parts: Parts, { address, token }: TokenProof, order: BeginOrder): Promise<void> {
  const { vault, supervisorPin, refundService } = parts
  if ((await vault.state()) === 'none') await vault.save({ address, token })
  const before = await supervisorPin.state()
  if (order.newPin === '' || !before.ok || (before.value !== 'damaged' && before.value !== 'none')) return
  const kept = await supervisorPin.keep(order.newPin, before.value)
  const what = before.value === 'damaged' ? 'replaced' : 'set'
  if (kept.ok) refundService.acted({ act: 'pin', what }, order.supervisor)
}

/** Refunding what is on the screen, and a supervisor's word on what stands in the way of it (protocol 2, 12). */
export function refundHandlers(parts: Parts) {
  const { shownLookups, refundService, cashier, secrets } = parts
  return {
    'refund:issue': {
      // A second person's yes comes before anything is asked of the service (refund-protocol.md 1).
      before: async (confirmed) => {
        const order = await freshOrder(parts, confirmed)
        return order.ok ? succeed(null) : order
      },
      answer: async (confirmed) => {
        // Checking a PIN takes a while: what is on the screen must still be what was confirmed.
        const order = await freshOrder(parts, confirmed)
        if (!order.ok) return order
        const issued = await parts.related.standBackDuring(() =>
          cashier.during(() => refundService.issue(order.value)),
        )
        const show = (record: Transaction, service: string) =>
          showAnswer(parts, confirmed.lookup, order.value, record, service)
        if (!issued.ok) {
          const service = shownLookups.shownFor(confirmed.lookup)?.service
          if (issued.fault.kind === 'refunded_elsewhere' && service !== undefined) {
            show(issued.fault.record, service)
          }
          return issued
        }
        const { attempt, record } = issued.value
        return succeed({ attempt, shown: record && show(record, attempt.intent.serviceAddress) })
      },
    },
    'payment:standing': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      return succeed(shown === null ? null : refundService.standingOf(shown.record.id))
    },
    'payment:accept-lower': {
      before: ({ lookup }) => (shownLookups.shownFor(lookup) === null ? outdated : succeed(null)),
      answer: async ({ lookup, refunded, supervisor, why }) => {
        const shown = shownLookups.shownFor(lookup)
        if (shown === null) return outdated
        return refundService.acceptLower(shown.record.id, refunded, { supervisor, why })
      },
    },
    'payment:release': ({ line, supervisor, saw, why }) => {
      const released = refundService.release(line, { supervisor, saw, why })
      return released.ok ? succeed({}) : released
    },
    // A new record goes on where the old one cannot be used any more: by the PIN, or by a token that the service accepts
    // where the PIN or the key is lost (protocol 12).
    'journal:begin': {
      before: async ({ proof, newPin }) => {
        // Where the key is lost nobody's PIN is enough, whatever the window offers.
        if (refundService.replaceable() !== proof.with) return fail({ kind: 'journal_not_replaceable' })
        const may = proof.with === 'pin' ? succeed(null) : await mayAskService(parts, proof)
        if (!may.ok) return may
        // What cannot be kept afterwards is not begun.
        return newPin !== '' && isWeakPin(newPin) ? fail({ kind: 'pin_weak' }) : may
      },
      answer: async (order) => {
        const { proof, supervisor, why } = order
        const begun = await refundService.beginJournal({ supervisor, why })
        if (!begun.ok) return begun
        if (proof.with === 'token') await keepTyped(parts, proof, order)
        await secrets.refresh()
        refundService.wake()
        return begun
      },
    },
  } satisfies Partial<Handlers>
}
