import { describe, expect, it } from 'vitest'
import { type Alarm, alarmSchema, type PersonReason, personReasonSchema } from '../../shared/alarms'
import { type AttemptState, attemptStates } from '../../shared/attempt-states'
import type { AttemptView } from '../../shared/payment-standing'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { AttemptAlert } from './attempt-alert'

type Said = { readonly head: string; readonly sentence: string; readonly advice: string }

const notSent = { head: '○ Not sent', sentence: 'Not sent. Try again.' }
const sending = { sentence: 'Sending HK$120.50 back.', advice: 'Wait. Do not switch this PC off.' }
const refused = 'Not refunded: Refund window closed'

/** Word for word what a cashier reads in each state (design.md, "The refund protocol"). */
const expected: Readonly<Record<AttemptState, Said>> = {
  intended: { head: '… Written down', ...sending },
  sending: { head: '… Sending', ...sending },
  refunded: {
    head: '✓ Refunded',
    sentence: 'Refunded HK$120.50',
    advice: 'The money is on its way to the customer. Give them the slip.',
  },
  not_sent: {
    ...notSent,
    advice: 'Nothing reached the service. No money moved. You may try again.',
  },
  cancelled: {
    ...notSent,
    advice: 'It was stopped before it was sent. No money moved. You may try again.',
  },
  refusal_seen: {
    head: '✕ Not refunded',
    sentence: refused,
    advice:
      'The service refused, so no money should have moved. We check three times, then you may try again.',
  },
  refused: {
    head: '✕ Not refunded',
    sentence: refused,
    advice: 'We checked three times: no money moved. You may try again.',
  },
  not_refunded: {
    head: '✕ Not refunded',
    sentence: 'Not refunded: a supervisor decided so.',
    advice: 'No money moved. You may try again.',
  },
  unconfirmed: {
    head: '? Unconfirmed',
    sentence: 'We don’t know yet. Do not refund on any till and do not pay cash. R-7K3QX9A2MD',
    advice: 'Keep the slip. We go on asking the service; this screen changes when we know.',
  },
  refunded_probably: {
    head: '≈ Probably refunded',
    sentence: 'Probably refunded. A supervisor must confirm.',
    advice:
      'The amount went out, but we can’t see that it was ours. Do not refund on any till and do not pay cash.',
  },
}

const forSupervisor = 'Keep the slip. A supervisor must decide, under Activity.'

const alarms: Readonly<Record<Alarm, string>> = {
  more_than_ours: 'More money went out than this refund. Somebody else refunded too: tell a supervisor.',
  moved_after_refusal: 'The service refused, but money moved after that. Tell a supervisor.',
  moved_after_decision: 'A supervisor decided “not refunded”, but money moved after that. Tell a supervisor.',
  refunded_after_all:
    'Tillside had counted this as not refunded, but the refund is there. Tell a supervisor.',
  never_reached: 'This was decided as refunded, but the service never showed the money. Tell a supervisor.',
  could_not_be_watched:
    'The service could not be asked about this for 30 days. Tell a supervisor to look in the provider’s portal.',
  unexplained_rise: 'More was refunded on this payment than this till knows of. Tell a supervisor.',
  risen_by_another_till: 'Another till refunded on this payment too. Tell a supervisor.',
  records_contradict:
    'Two records of this refund say different things. Tell a supervisor to look in the provider’s portal.',
}

const reasons: Readonly<Record<PersonReason, string>> = {
  less_than_ours: 'Less money went out than this refund.',
  more_without_marker: 'More money went out than this refund, and nothing says that ours is in it.',
  went_down: 'The amount refunded went down.',
  amount_changed: 'The payment’s amount or currency changed.',
  another_marker: 'Another till’s refund shows up on this payment.',
  status_changed: 'The payment changed, but no money moved.',
  unreadable: 'The amount refunded can’t be read.',
}

const refusal = { httpStatus: 422, message: 'Refund window closed' }

function alertOf(change: Partial<AttemptView>): string {
  return wordsIn(draw(<AttemptAlert attempt={anAttempt({ refusal, ...change })} />))
}

function expectedOf(state: AttemptState, alarm: Alarm | null, forPerson: PersonReason | null): string {
  const { head, sentence, advice } = expected[state]
  const advised = state === 'unconfirmed' && forPerson !== null ? forSupervisor : advice
  return [
    alarm === null ? null : alarms[alarm],
    head,
    sentence,
    advised,
    forPerson === null ? null : reasons[forPerson],
  ]
    .filter((words) => words !== null)
    .join(' ')
}

describe('what a cashier reads about a refund', () => {
  it.each(attemptStates)('when it is %s, with every alarm and every reason for a person', (state) => {
    for (const alarm of [null, ...alarmSchema.options]) {
      for (const forPerson of [null, ...personReasonSchema.options]) {
        const raised = alarm === null ? [] : [{ alarm, at: 0, acknowledged: null }]
        expect(alertOf({ state, alarms: raised, forPerson })).toBe(expectedOf(state, alarm, forPerson))
      }
    }
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
    const shown = Object.values(alarms).filter((words) => said.includes(words))
    expect(shown.sort()).toEqual([alarms.risen_by_another_till, alarms.unexplained_rise].sort())
  })

  it('names the supervisor who decided', () => {
    const decision = { supervisor: 'Ann Lee', saw: 'Portal', why: 'Asked', portal: false, refunded: 0 }
    expect([
      alertOf({ state: 'refunded', decision: { ...decision, to: 'refunded' } }),
      alertOf({ state: 'not_refunded', decision: { ...decision, to: 'not_refunded' } }),
    ]).toEqual([
      '✓ Refunded Refunded HK$120.50 Ann Lee decided so. The money is on its way to the customer.',
      '✕ Not refunded Not refunded: Ann Lee decided so. No money moved. You may try again.',
    ])
  })

  it.each([
    ['', 'Not refunded: the service gave no reason.'],
    ['  ', 'Not refunded: the service gave no reason.'],
    ['Too late.', 'Not refunded: Too late.'],
  ])('has words for a refusal that says %j', (message, sentence) => {
    expect(alertOf({ state: 'refused', refusal: { httpStatus: 422, message } })).toContain(
      `${sentence} We checked`,
    )
  })

  it('says of a lost part refund that a person will probably have to decide, and of a full one not', () => {
    const { intent } = anAttempt()
    const partly = alertOf({ state: 'unconfirmed', intent: { ...intent, amount: 2025 } })
    const note =
      'For a part refund the service does not send our refund no. back, so a supervisor will probably have to decide.'
    expect([partly.includes(note), alertOf({ state: 'unconfirmed' }).includes(note)]).toEqual([true, false])
    expect(alertOf({ state: 'refunded', intent: { ...intent, amount: 2025 } })).not.toContain(note)
  })
})
