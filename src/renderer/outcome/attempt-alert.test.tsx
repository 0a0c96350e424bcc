import { describe, expect, it } from 'vitest'
import { type Alarm, alarmSchema, type PersonReason, personReasonSchema } from '../../shared/attempt/alarms'
import { type AttemptState, attemptStates } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { sentences as en } from '../../shared/languages/en'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { AttemptAlert } from './attempt'

type Said = { readonly head: string; readonly sentence: string; readonly advice: string }

const notSent = { head: '○ Not sent', sentence: 'Not sent. Try again.' }
const sending = {
  sentence: 'Refunding HK$120.50…',
  advice: 'Waiting for the payment service. Don’t turn this PC off.',
}
const refused = 'Not refunded: Refund window closed'

/** The exact text in each state (architecture.md, "What the cashier reads"). */
const expected: Readonly<Record<AttemptState, Said>> = {
  sending: { head: '… Sending', ...sending },
  refunded: {
    head: '✓ Refunded',
    sentence: 'Refunded HK$120.50',
    advice: 'The money is on its way. Print the slip for the customer.',
  },
  not_sent: {
    ...notSent,
    advice: 'Nothing reached the service. No money moved. You can try again.',
  },
  refusal_seen: {
    head: '✕ Not refunded',
    sentence: refused,
    advice: 'We’re making sure that no money moved. This takes a few seconds; then you can try again.',
  },
  refused: {
    head: '✕ Not refunded',
    sentence: refused,
    advice: 'Checked three times: no money moved. You can try again.',
  },
  not_refunded: {
    head: '✕ Not refunded',
    sentence: 'Not refunded. Decided by a supervisor.',
    advice: 'No money moved. You can try again.',
  },
  unconfirmed: {
    head: '? Unconfirmed',
    sentence: 'We don’t know yet. Do not refund on any till and do not pay cash.',
    advice: 'Print the slip for the customer. We keep checking and will tell you.',
  },
  refunded_probably: {
    head: '≈ Probably refunded',
    sentence: 'Probably refunded. A supervisor must confirm.',
    advice:
      'This amount was refunded, but we can’t tell whether by this till. Do not refund on any till and do not pay cash.',
  },
}

const { alarms, outcome } = en

const refusal = { httpStatus: 422, message: 'Refund window closed' }

function alertOf(change: Partial<AttemptView>): string {
  return wordsIn(draw(<AttemptAlert attempt={anAttempt({ refusal, ...change })} />))
}

function expectedOf(state: AttemptState, alarm: Alarm | null, forPerson: PersonReason | null): string {
  const { head, sentence, advice } = expected[state]
  const advised = state === 'unconfirmed' && forPerson !== null ? outcome.advice.unconfirmedForPerson : advice
  return [
    alarm === null ? null : alarms[alarm],
    head,
    sentence,
    advised,
    forPerson === null ? null : outcome.reasons[forPerson],
  ]
    .filter((words) => words !== null)
    .join(' ')
}

describe('what a cashier reads about a refund', () => {
  it.each(attemptStates)('when it is %s, with every alarm and every reason for a person', (state) => {
    const kinds = [
      ...[null, ...alarmSchema.options].map((alarm) => [alarm, null] as const),
      ...personReasonSchema.options.map((forPerson) => [null, forPerson] as const),
      ['more_than_ours', 'went_down'] as const,
    ]
    const said = kinds.map(([alarm, forPerson]) => {
      const raised = alarm === null ? [] : [{ alarm, at: 0, acknowledged: null }]
      return alertOf({ state, alarms: raised, forPerson })
    })
    expect(said).toEqual(kinds.map(([alarm, forPerson]) => expectedOf(state, alarm, forPerson)))
  })

  it('has every alarm that nobody has acknowledged, and none that somebody has', () => {
    const acknowledged = { at: 5, by: 'Mei', note: 'Seen' }
    const said = alertOf({
      alarms: [
        { alarm: 'more_than_ours', at: 1, acknowledged },
        { alarm: 'unexplained_rise', at: 2, acknowledged: null },
        { alarm: 'risen_by_another_till', at: 3, acknowledged: null },
      ],
    })
    const shown = alarmSchema.options.filter((alarm) => said.includes(alarms[alarm]))
    expect(shown.sort()).toEqual(['risen_by_another_till', 'unexplained_rise'])
  })

  it('names the supervisor who decided', () => {
    const decision = { supervisor: 'Ann Lee', saw: 'Portal', why: 'Asked', portal: false, refunded: 0 }
    expect([
      alertOf({ state: 'refunded', decision: { ...decision, to: 'refunded' } }),
      alertOf({ state: 'not_refunded', decision: { ...decision, to: 'not_refunded' } }),
    ]).toEqual([
      '✓ Refunded Refunded HK$120.50 The money is on its way. Confirmed by Ann Lee.',
      '✕ Not refunded Not refunded. Decided by Ann Lee. No money moved. You can try again.',
    ])
  })

  it.each([
    ['', 'Not refunded: the service gave no reason.'],
    ['  ', 'Not refunded: the service gave no reason.'],
    ['Too late.', 'Not refunded: Too late.'],
  ])('has words for a refusal that says %j', (message, sentence) => {
    expect(alertOf({ state: 'refused', refusal: { httpStatus: 422, message } })).toContain(
      `${sentence} Checked`,
    )
  })

  it('says how much was refunded in its stead, and that this till did not send it', () => {
    const seen = { refunded: 1200, highest: 1200, markers: [] }
    const raised = [{ alarm: 'moved_after_refusal', at: 1, acknowledged: null }] as const
    const said = alertOf({ state: 'unconfirmed', forPerson: 'less_than_ours', seen, alarms: raised })
    expect(said).toContain('HK$12.00 was refunded that this till didn’t send. Tell a supervisor now.')
    expect(said).toContain('Only HK$12.00 was refunded, not HK$120.50.')
    const whole = { refunded: 12050, highest: 12050, markers: [] }
    expect(alertOf({ state: 'unconfirmed', seen: whole, alarms: raised })).toContain(
      'The service refused this refund, but money was refunded since.',
    )
  })

  it('says of a lost part refund that a person will probably have to decide, and of a full one not', () => {
    const { intent } = anAttempt()
    const partly = alertOf({ state: 'unconfirmed', intent: { ...intent, amount: 2025 } })
    const note = 'A supervisor will probably have to check this one: it is part of the payment.'
    expect([partly.includes(note), alertOf({ state: 'unconfirmed' }).includes(note)]).toEqual([true, false])
    expect(alertOf({ state: 'refunded', intent: { ...intent, amount: 2025 } })).not.toContain(note)
  })
})
