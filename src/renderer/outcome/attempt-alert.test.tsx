import { describe, expect, it } from 'vitest'
import { type Alarm, alarmSchema, personReasonSchema } from '../../shared/attempt/alarms'
import { type AttemptState, attemptStates } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { sentences as en } from '../../shared/languages/en'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { AttemptAlert } from './attempt'

const { alarms, outcome, states } = en
const { advice, said } = outcome
const notRefunded = `✕ ${states.not_refunded}`
const refused = said.refused('Refund window closed')

/** In each state: the sign and its word, the sentence, the advice (architecture.md, "What the cashier reads"). */
const expected: Readonly<Record<AttemptState, readonly [string, string, string]>> = {
  sending: [`… ${states.sending}`, said.sending('HK$120.50'), outcome.waitAdvice],
  refunded: [`✓ ${states.refunded}`, said.refunded('HK$120.50'), advice.refunded],
  not_sent: [`○ ${states.not_sent}`, said.not_sent, advice.not_sent],
  refusal_seen: [notRefunded, refused, advice.refusal_seen],
  refused: [notRefunded, refused, advice.refused],
  not_refunded: [notRefunded, said.not_refunded(said.aSupervisor), advice.not_refunded],
  unconfirmed: [`? ${states.unconfirmed}`, said.unconfirmed, advice.unconfirmed],
  refunded_probably: [`≈ ${states.refunded_probably}`, said.refunded_probably, advice.refunded_probably],
}

/** The alarms beside which a state’s sentence and advice would be wrong. */
const contrary: Partial<Record<AttemptState, Alarm>> = {
  refunded: 'never_reached',
  not_sent: 'refunded_after_all',
  refused: 'refunded_after_all',
  not_refunded: 'refunded_after_all',
}

const refusal = { httpStatus: 422, message: 'Refund window closed' }

function alertOf(change: Partial<AttemptView>): string {
  return wordsIn(draw(<AttemptAlert attempt={anAttempt({ refusal, ...change })} />))
}

describe('what a cashier reads about a refund', () => {
  it('forbids another refund, on any till and in cash, exactly where nobody knows of this one', () => {
    const forbids = attemptStates.filter((state) =>
      alertOf({ state }).includes('Do not refund on any till and do not pay cash.'),
    )
    const again = attemptStates.filter((state) => alertOf({ state }).includes('You can try again.'))
    expect([forbids, again]).toEqual([
      ['unconfirmed', 'refunded_probably'],
      ['not_sent', 'refused', 'not_refunded'],
    ])
  })

  it.each(attemptStates)('when it is %s, with every alarm and every reason for a person', (state) => {
    const said = expected[state].join(' ')
    for (const alarm of [null, ...alarmSchema.options]) {
      const raised = alarm === null ? [] : [{ alarm, at: 0, acknowledged: null }]
      const words = alarm === contrary[state] ? expected[state][0] : said
      expect(alertOf({ state, alarms: raised })).toBe(alarm === null ? said : `${alarms[alarm]} ${words}`)
    }
    const belying = contrary[state]
    if (belying !== undefined) {
      const acknowledged = { at: 5, by: 'Mei', note: 'Seen' }
      const seen = alertOf({ state, alarms: [{ alarm: belying, at: 0, acknowledged }] })
      expect(seen).toBe(`${expected[state][0]} ${alarms[belying]}`)
    }
    for (const forPerson of personReasonSchema.options) {
      const advised = state === 'unconfirmed' ? advice.unconfirmedForPerson : expected[state][2]
      const words = [...expected[state].slice(0, 2), advised, outcome.reasons[forPerson]]
      expect(alertOf({ state, forPerson })).toBe(words.join(' '))
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
    const shown = alarmSchema.options.filter((alarm) => said.includes(alarms[alarm]))
    expect(shown.sort()).toEqual(['risen_by_another_till', 'unexplained_rise'])
  })

  it('names the supervisor who decided', () => {
    const decision = { supervisor: 'Ann Lee', saw: 'Portal', why: 'Asked', portal: false, refunded: 0 }
    const outcomes = ['refunded', 'not_refunded'] as const
    expect(outcomes.map((to) => alertOf({ state: to, decision: { ...decision, to } }))).toEqual([
      '✓ Refunded Refunded HK$120.50 The money is on its way. Confirmed by Ann Lee.',
      '✕ Not refunded Not refunded. Decided by Ann Lee. No money moved. You can try again.',
    ])
  })

  it('names no sum as another’s: of what rose after a refusal, part may be this till’s own later refund', () => {
    const seen = { refunded: 1200, highest: 1200, markers: [] }
    const raised = [{ alarm: 'moved_after_refusal', at: 1, acknowledged: null }] as const
    const change = { state: 'unconfirmed', seen, alarms: raised } as const
    expect(alertOf(change)).toBe(`${alarms.moved_after_refusal} ${expected.unconfirmed.join(' ')}`)
    expect(alertOf({ ...change, forPerson: 'less_than_ours' })).toContain(
      'Only HK$12.00 was refunded, not HK$120.50.',
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
