import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt/attempt'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { Decidable } from '../../shared/attempt/payment-standing'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { canBeChecked, canBeDecided, decisionOn, mayBeDecided, nextDecidableAt } from '../outcome/attempt'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { decidableSays, EvidenceEvents, EvidenceFacts, supportText } from './evidence'

const now: Decidable = { kind: 'now' }
const no: Decidable = { kind: 'no' }
const portal: Decidable = { kind: 'portal' }
const until = new Date(2026, 10, 21, 10, 42, 5).toISOString()
const wait: Decidable = { kind: 'wait', until }
const both = (refunded: Decidable, notRefunded: Decidable) => ({ refunded, notRefunded })

describe('whether a supervisor can decide', () => {
  it.each([
    [now, now, true, 'A supervisor can record the outcome now.'],
    [now, wait, true, 'Supervisor: “refunded” can be recorded now, “not refunded” after 10:42:05.'],
    [wait, wait, false, 'A supervisor can record the outcome from 10:42:05 on.'],
    [
      now,
      portal,
      true,
      'The service couldn’t be reached for an hour. A supervisor can go by the provider’s portal.',
    ],
    [no, no, false, 'Nothing to decide yet: Tillside is still checking.'],
  ])('%j, %j: %s, and the screen says so', (refunded, notRefunded, can, words) => {
    const decidable = both(refunded, notRefunded)
    expect([canBeDecided({ decidable }), decidableSays({ decidable })]).toEqual([can, words])
  })

  it('is asked for each outcome by itself', () => {
    const decidable = both(now, portal)
    expect([decisionOn(decidable, 'refunded'), decisionOn(decidable, 'not_refunded')]).toEqual([now, portal])
  })

  it('is said of what waits for a person, of a refusal that could not be checked for an hour, and of nothing else', () => {
    const says = (state: AttemptState, decidable: AttemptEvidence['decidable']) =>
      mayBeDecided({ attempt: anAttempt({ state }), decidable })
    expect([
      says('unconfirmed', both(no, no)),
      says('refusal_seen', both(no, no)),
      says('refusal_seen', both(now, portal)),
      says('refunded', both(no, no)),
    ]).toEqual([true, false, true, false])
  })

  it('is asked again when the first wait is over', () => {
    const sooner: Decidable = { kind: 'wait', until: new Date(2026, 10, 21, 10, 40).toISOString() }
    expect([nextDecidableAt(both(now, no)), nextDecidableAt(both(sooner, wait))]).toEqual([
      null,
      new Date(2026, 10, 21, 10, 40).getTime(),
    ])
  })
})

it('a check is offered while it can tell something new: undecided, or watched', () => {
  const watch = { since: 0, shows: 0, highest: 0, ended: null } as const
  const attempts = [
    anAttempt({ state: 'refusal_seen' }),
    anAttempt({ state: 'refunded' }),
    anAttempt({ state: 'refused', watch }),
    anAttempt({ state: 'refused', watch: { ...watch, ended: 'complete' } }),
  ]
  expect(attempts.map(canBeChecked)).toEqual([true, false, true, false])
})

const verdict = { to: 'unconfirmed', alarm: null, forPerson: null } as const
const at = Date.UTC(2026, 10, 23, 9, 5, 7)

function answered(raw: string): AttemptEvent {
  const answer = { kind: 'error_shape', httpStatus: 500, status: 500, message: 'Internal Error' } as const
  return { kind: 'answered', at, answer, verdict, raw }
}

function textOf(...events: AttemptEvent[]): string {
  const attempt = anAttempt({ state: 'unconfirmed' })
  return supportText({ attempt, events, decidable: both(now, now), storeId: '' }, 'Tillside 1.2.3')
}

describe('what is copied for support', () => {
  it('names the program, the refund, how it stands, what was sent, and each line with its time in UTC', () => {
    const sending = { kind: 'sending', at, intent: anAttempt().intent } as const
    const lines = textOf(sending, answered('{"a":1}\nb')).split('\n')
    expect(lines.slice(0, 2)).toEqual(['Tillside 1.2.3', 'R-7K3QX9A2MD  Unconfirmed'])
    expect(lines).toContain('Transaction ID: 483920174462')
    expect(lines.slice(-4)).toEqual([
      '2026-11-23T09:05:07.000Z  Recorded, to be sent: HK$120.50',
      '2026-11-23T09:05:07.000Z  Error from the service: Internal Error (500)',
      '    {"a":1}',
      '    b',
    ])
  })

  it('says of a refund that never left this PC nowhere that it was sent', () => {
    const { intent } = anAttempt()
    const answer = { kind: 'never_connected', reason: 'refused', detail: '' } as const
    const notSent = { to: 'not_sent', alarm: null, forPerson: null } as const
    const text = textOf(
      { kind: 'sending', at, intent },
      { kind: 'answered', at, answer, verdict: notSent, raw: '' },
    )
    expect(text).toContain('Not sent: ')
    expect(text).not.toMatch(/and sent| {2}Sent/)
  })

  it('says where no answer came', () => {
    expect(textOf(answered(''))).toContain('    No answer was received.')
  })

  it('names each alarm and who has seen it, and what each deciding supervisor saw and why', () => {
    const seen = { at, by: 'Sam', note: 'Portal: two refunds, one ours' }
    const alarms = [
      { alarm: 'moved_after_decision', at, acknowledged: null },
      { alarm: 'more_than_ours', at, acknowledged: seen },
    ] as const
    const decision = { supervisor: 'Sam', saw: 'None listed', why: 'Asked again', refunded: 0, portal: false }
    const later = { supervisor: 'Kim', saw: 'Listed now', why: 'Came late', refunded: 2000, portal: false }
    const attempt = anAttempt({ alarms, decision: { ...later, to: 'refunded' } })
    const events: readonly AttemptEvent[] = [
      { kind: 'decided', at, decision: { ...decision, to: 'not_refunded' } },
      { kind: 'decided', at, decision: { ...later, to: 'refunded' } },
    ]
    const facts = [
      'A supervisor decided “not refunded”, but a sign of a refund appeared later. Tell a supervisor now.',
      'More was refunded than this refund. Tell a supervisor now. Sam has seen the alarm: Portal: two refunds, one ours',
    ]
    const steps = [
      'Sam recorded: not refunded. Saw: “None listed”. Reason: “Asked again”',
      'Kim recorded: refunded. Saw: “Listed now”. Reason: “Came late”',
    ]
    const evidence = { attempt, events, decidable: both(no, no), storeId: '' }
    const lines = supportText(evidence, 'Tillside 1.2.3').split('\n')
    const onScreen = [
      wordsIn(draw(createElement(EvidenceFacts, { attempt }))),
      wordsIn(draw(createElement(EvidenceEvents, { events }))),
    ].join()
    expect(lines).toEqual(
      expect.arrayContaining([
        ...facts.map((text) => `Alarm: ${text}`),
        ...steps.map((text) => expect.stringContaining(text)),
      ]),
    )
    // An alarm that nobody has seen stands above.
    expect([...facts, ...steps].filter((text) => !onScreen.includes(text))).toEqual(facts.slice(0, 1))
  })

  it('fits the clipboard, however much came back', () => {
    const text = textOf(...Array.from({ length: 100 }, () => answered('x'.repeat(60_000))))
    expect(text.length).toBeLessThan(65_535)
    expect([text.includes('x'.repeat(2001)), text.endsWith('…')]).toEqual([false, true])
  })
})
