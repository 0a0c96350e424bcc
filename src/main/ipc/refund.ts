import { fail, type Result, succeed } from '../../shared/base/result'
import type { ParsedInput, ShownTransaction } from '../../shared/contract/contract'
import type { TokenProof } from '../../shared/contract/people-channels'
import type { Fault } from '../../shared/fault'
import type { Transaction } from '../../shared/payment/transaction'
import { isStaffed, type KnownPerson, refOf } from '../../shared/people/people'
import { type RuleName, reasonToSend } from '../../shared/people/rules'
import { minPinLength } from '../people/people'
import { isWeakPin } from '../people/pin'
import type { RefundOrder } from '../refund/types'
import type { Handlers } from './answer'
import type { Parts } from './handlers'
import { nameOf } from './people'

const outdated = fail({ kind: 'screen_outdated' } as const)

/**
 * Checks the cashier's form against what main last showed (refund-protocol.md 1): the newest lookup, the same transaction
 * and currency, as much refunded, a record of the service.
 */
function orderFor(
  { settings, shownLookups, who, storeReasons }: Parts,
  asked: ParsedInput<'refund:judge'>,
): Result<RefundOrder, Fault> {
  const shown = shownLookups.shownFor(asked.lookup)
  if (shown === null) return outdated
  const { record, foundBy: kind, code, typed } = shown
  if (record.id !== asked.id || record.refunded !== asked.refunded) return outdated
  if (record.currency !== asked.amount.currency) return outdated
  if (shown.source !== 'service') return fail({ kind: 'saved_copy_only' })
  const { reasons } = settings.read()
  const reason = reasonToSend(asked.reason, reasons, storeReasons())
  if (reason === null) return fail({ kind: 'reason_missing' })
  return succeed({
    shown: record,
    shownBy: shown.service,
    foundBy: { kind, code },
    amount: asked.amount,
    reason,
    typed,
    confirmed: false,
    cashier: who(),
    allowedBy: null,
  })
}

/** Returns the confirmed order. Asks the keychain first, which knows the service, and whether refunds are on (protocol 11). */
async function confirmedOrder(
  parts: Parts,
  asked: ParsedInput<'refund:issue'>,
  allowedBy: KnownPerson | null = null,
): Promise<Result<RefundOrder, Fault>> {
  await parts.secrets.askAgain()
  const order = orderFor(parts, asked)
  if (!order.ok) return order
  // Nobody refunds on a locked till, whoever gives a PIN.
  const isNobodys = order.value.cashier === null && isStaffed(parts.secrets.read().people.people)
  if (isNobodys) return fail({ kind: 'sign_in_needed' })
  const { confirmed, yesTo } = asked
  return succeed({
    ...order.value,
    confirmed,
    allowedBy: allowedBy && { ...refOf(allowedBy), rules: yesTo },
  })
}

/** Returns a refund that needs a second person, and by which rules; a fault for one that needs none. */
function neededFor(
  parts: Parts,
  asked: ParsedInput<'refund:judge'>,
): Result<Pick<RefundOrder, 'amount' | 'cashier'> & Needed, Fault> {
  const order = orderFor(parts, asked)
  if (!order.ok) return order
  const judged = parts.refundService.judge(order.value)
  if (judged.ok) return outdated
  if (judged.fault.kind !== 'second_person_needed') return judged
  const { amount, cashier, shown } = order.value
  return succeed({ amount, cashier, id: shown.id, rules: judged.fault.by })
}

type Needed = { readonly id: string; readonly rules: readonly RuleName[] }

/**
 * Puts the record of the service's answer on screen, from which a further refund can be confirmed. Returns null when a
 * newer lookup has begun.
 */
function showAnswer(
  { shownLookups, now }: Parts,
  lookup: string,
  { foundBy: { kind: foundBy, code }, typed }: RefundOrder,
  record: Transaction,
  service: string,
): ShownTransaction | null {
  const asked = { lookup, foundBy, code, typed }
  shownLookups.show({ ...asked, record, service, source: 'service', at: now().toISOString() })
  return shownLookups.shownFor(lookup)
}

/**
 * Checks which service may be asked about a typed token: the stored one. Without one, a cashier could type a service of
 * his own, so a till with people must be connected first, which takes a manager.
 */
async function mayAskService({ vault, people }: Parts, proof: TokenProof): Promise<Result<null, Fault>> {
  const checked = vault.checked(proof)
  if (!checked.ok) return checked
  const known = await vault.address()
  const refused = (why: 'connect_first' | 'other_service') =>
    fail({ kind: 'address_not_allowed', why, address: known } as const)
  if (known !== '') return known === checked.value.address ? succeed(null) : refused('other_service')
  const found = await people.view()
  if (!found.ok) return found
  const { state } = found.value
  return state === 'set' || state === 'stopped' ? refused('connect_first') : succeed(null)
}

/** Stores the typed credentials, and makes the typed person a manager, where the keychain has lost them. */
async function keepTyped(parts: Parts, { address, token, name, newPin }: TokenProof): Promise<void> {
  const { vault, people, note } = parts
  if ((await vault.look()).token === 'none') await vault.save({ address, token })
  const before = await people.view()
  if (newPin === '' || !before.ok || before.value.state === 'set' || before.value.state === 'stopped') return
  const saved = await people.save({ id: '', name, role: 'manager', pin: newPin })
  for (const one of saved.ok ? saved.value : []) note({ act: 'person', ...one }, refOf(one.person))
}

/** Refunds of what is on screen, and a supervisor's decisions about what prevents them (protocol 2, 12). */
export function refundHandlers(parts: Parts) {
  const { shownLookups, refundService, cashier, secrets, signIn } = parts
  return {
    'refund:judge': (asked) => {
      const order = orderFor(parts, asked)
      if (!order.ok) return order
      const judged = refundService.judge(order.value)
      return judged.ok ? succeed({}) : judged
    },
    'refund:issue': {
      before: (confirmed) => confirmedOrder(parts, confirmed),
      answer: async (confirmed, by) => {
        // Checked again, because the screen may have changed while the PIN was checked.
        const order = await confirmedOrder(parts, confirmed, by)
        if (!order.ok) return order
        const issued = await cashier.during(() => refundService.issue(order.value))
        // There is time to read the outcome before the till locks.
        signIn.use()
        const show = (record: Transaction, service: string) =>
          showAnswer(parts, confirmed.lookup, order.value, record, service)
        if (!issued.ok) {
          const service = shownLookups.shownFor(confirmed.lookup)?.service
          if ('record' in issued.fault && service !== undefined) show(issued.fault.record, service)
          return issued
        }
        const { attempt, record } = issued.value
        return succeed({ attempt, shown: record && show(record, attempt.intent.serviceAddress) })
      },
    },
    'refund:decline': {
      before: (asked) => neededFor(parts, asked),
      answer: (asked, by) => {
        const needed = neededFor(parts, asked)
        if (!needed.ok) return needed
        const { id, amount, cashier, rules } = needed.value
        if (by === null || by.id === cashier?.id) return fail({ kind: 'second_person_is_the_cashier' })
        const { hundredths, currency } = amount
        parts.note({ act: 'declined', cashier, id, amount: hundredths, currency, rules }, refOf(by))
        return succeed({})
      },
    },
    'payment:standing': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      return succeed(shown === null ? null : refundService.standingOf(shown.record.id))
    },
    'payment:accept-lower': {
      before: ({ lookup }) => (shownLookups.shownFor(lookup) === null ? outdated : succeed(null)),
      answer: async ({ lookup, refunded, why }, by) => {
        const shown = shownLookups.shownFor(lookup)
        if (shown === null) return outdated
        return refundService.acceptLower(shown.record.id, refunded, { supervisor: nameOf(by), why })
      },
    },
    'payment:release': ({ line, saw, why }, by) => {
      const released = refundService.release(line, { supervisor: nameOf(by), saw, why })
      return released.ok ? succeed({}) : released
    },
    // Replaces a record that cannot be used any more: by a PIN, or where people or the key are lost by a token that the
    // service accepts (protocol 12).
    'journal:begin': {
      before: async ({ proof }) => {
        const by = proof.with === 'token' ? 'token' : 'person'
        if (refundService.replaceable() !== by) return fail({ kind: 'journal_not_replaceable' })
        if (proof.with !== 'token') return succeed(null)
        const may = await mayAskService(parts, proof)
        if (!may.ok) return may
        // Checked now, because the PIN is stored after the record has begun.
        const isWeak = proof.newPin !== '' && isWeakPin(proof.newPin, minPinLength.manager)
        return isWeak ? fail({ kind: 'pin_weak' }) : may
      },
      answer: async ({ proof, why }, by) => {
        const supervisor = proof.with === 'token' ? proof.name : nameOf(by)
        const begun = await refundService.beginJournal({ supervisor, why })
        if (!begun.ok) return begun
        if (proof.with === 'token') await keepTyped(parts, proof)
        await secrets.refresh()
        refundService.wake()
        return begun
      },
    },
  } satisfies Partial<Handlers>
}
