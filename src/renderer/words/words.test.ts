import { describe, expect, it } from 'vitest'
import { connectFailures, lostAnswers } from '../../shared/base/common-schemas'
import {
  addressRefusals,
  type Fault,
  faultSchema,
  listFaultReasons,
  printFailures,
  refundsOffReasons,
  tokenRefusals,
} from '../../shared/fault'
import { blockReasons } from '../../shared/payment/refund-rules'
import { plainFields } from '../../shared/payment/transaction'
import { personRefusals } from '../../shared/people/people'
import { roles } from '../../shared/people/rules'
import { aRecord } from '../../shared/testing/record-sample'
import { explainFault } from './faults'
import { namedFields } from './receipt'
import { explainRefundsOff } from './refund'

const plain = [
  'sender_rejected',
  'not_set_up',
  'code_empty',
  'lookup_superseded',
  'screen_outdated',
  'saved_copy_only',
  'stale_answer',
  'show_too_old',
  'reason_missing',
  'second_person_is_the_cashier',
  'refund_in_progress',
  'journal_not_replaceable',
  'payment_locked',
  'decision_outdated',
  'lowering_not_possible',
  'alarm_unknown',
  'token_not_the_stored',
  'test_build_address',
  'loopback_address',
  'copies_not_deleted',
  'own_folder_chosen',
] as const
const plainOfSupervisors = [
  'attempt_unknown',
  'attempt_not_open',
  'pin_not_set',
  'people_damaged',
  'badge_unknown',
  'code_is_badge',
  'sign_in_needed',
  'pin_stopped',
  'pin_weak',
] as const
const detailed = [
  'request_malformed',
  'bug',
  'keychain_unavailable',
  'journal_unwritable',
  'file_not_written',
  'settings_not_saved',
  'copies_not_searchable',
] as const

const faults: readonly Fault[] = [
  ...plain.map((kind) => ({ kind })),
  ...printFailures.map((why) => ({ kind: 'print_failed', why }) as const),
  { kind: 'address_by_policy', address: 'https://pay.example' },
  { kind: 'set_by_policy', settings: ['theme'] },
  ...plainOfSupervisors.map((kind) => ({ kind })),
  ...detailed.map((kind) => ({ kind, detail: 'the detail' })),
  ...addressRefusals.map(
    (why) => ({ kind: 'address_not_allowed', why, address: 'https://pay.example' }) as const,
  ),
  ...tokenRefusals.map((why) => ({ kind: 'token_not_usable', why }) as const),
  ...connectFailures.map((reason) => ({ kind: 'not_connected', reason, detail: '' }) as const),
  ...lostAnswers.map((reason) => ({ kind: 'no_answer', reason, detail: '' }) as const),
  ...blockReasons.map((reason) => ({ kind: 'refund_blocked', reason }) as const),
  ...refundsOffReasons.map((why) => ({ kind: 'refunds_off', why }) as const),
  ...(['too_small', 'too_large', 'not_whole_units', 'whole_only'] as const).map(
    (problem) => ({ kind: 'amount_not_allowed', problem }) as const,
  ),
  ...(['status_not_known', 'status_refunded_in_part'] as const).map(
    (why) => ({ kind: 'confirmation_needed', why }) as const,
  ),
  ...listFaultReasons.flatMap((why) =>
    [0, 1200].map((line) => ({ kind: 'list_not_taken', name: 'today.csv', why, line }) as const),
  ),
  { kind: 'service_error', httpStatus: 500, message: 'Internal Error' },
  { kind: 'token_not_accepted', httpStatus: 401, message: 'Unauthenticated' },
  { kind: 'not_found', message: 'Not found' },
  { kind: 'strange_answer', httpStatus: 200, detail: 'HTML' },
  { kind: 'other_record', code: 'A1' },
  { kind: 'code_too_long', maxLength: 64 },
  { kind: 'transaction_changed', changes: [] },
  { kind: 'refunded_elsewhere', record: aRecord() },
  { kind: 'undecided', marker: 'R-7K3QX9A2MD' },
  ...(['person', 'token'] as const).map((by) => ({ kind: 'act_needs_role', role: 'manager', by }) as const),
  ...roles.map((role) => ({ kind: 'role_too_low', role }) as const),
  ...personRefusals.map((why) => ({ kind: 'person_not_possible', why }) as const),
  { kind: 'second_person_needed', by: ['amount', 'after_not_refunded'], marker: 'R-7K3QX9A2MD' },
  { kind: 'refund_not_here', by: ['age'] },
  { kind: 'decision_too_early', waitSeconds: 40 },
  ...[0, 40, 3000].map((waitSeconds) => ({ kind: 'decision_needs_show', waitSeconds }) as const),
  { kind: 'copies_not_searchable', detail: 'EIO' },
  { kind: 'pin_wrong', waitSeconds: 0 },
  { kind: 'pin_throttled', waitSeconds: 90 },
]

describe('the catalogue of words', () => {
  it('is asked about every kind of fault there is', () => {
    const kinds = faultSchema.unwrap().options.map((option) => option.shape.kind.value)
    expect(new Set(faults.map((fault) => fault.kind))).toEqual(new Set(kinds))
  })

  it.each(faults.map((fault) => [JSON.stringify(fault), fault] as const))(
    'has three sentences for %s',
    (_, fault) => {
      const { title, meaning, next } = explainFault(fault)
      expect(
        [title, meaning, next].every((words) => /^[A-Z“].{5,}/.test(words) || words === 'the detail'),
      ).toBe(true)
      expect(`${title} ${meaning} ${next}`).not.toMatch(/undefined|\[object|null|_/)
    },
  )

  it('has another word for each reason why refunds are off, and a way on from each', () => {
    const said = refundsOffReasons.map((why) => explainRefundsOff(why))
    expect(new Set(said.map(({ title }) => title)).size).toBe(refundsOffReasons.length)
    expect(new Set(said.map(({ meaning }) => meaning)).size).toBe(refundsOffReasons.length)
    for (const { next } of said) expect(next).toMatch(/Settings|Ask|ask|Wait|Start/)
  })

  it('names every documented field, in the interface’s order', () => {
    expect(namedFields).toEqual(plainFields)
  })
})
