import { describe, expect, it } from 'vitest'
import type { Decidable } from '../../shared/attempt/payment-standing'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { canBeChecked, canBeDecided, decisionOn, mayBeDecided, nextDecidableAt } from '../outcome/attempt'
import { anAttempt } from '../store/testing/samples'
import { decidableSays } from './evidence'

const now: Decidable = { kind: 'now' }
const no: Decidable = { kind: 'no' }
const portal: Decidable = { kind: 'portal' }
const until = new Date(2026, 10, 21, 10, 42, 5).toISOString()
const wait: Decidable = { kind: 'wait', until }
const both = (refunded: Decidable, notRefunded: Decidable): AttemptEvidence['decidable'] => ({
  refunded,
  notRefunded,
})

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
    const says = (
      state: 'refusal_seen' | 'unconfirmed' | 'refunded',
      decidable: AttemptEvidence['decidable'],
    ) => mayBeDecided({ attempt: anAttempt({ state }), decidable })
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

describe('a check', () => {
  const watch = {
    since: 0,
    shows: 0,
    highest: 0,
    ended: null,
  } as const

  it('is offered while it can tell something new: undecided, or watched', () => {
    expect([
      canBeChecked(anAttempt({ state: 'refusal_seen' })),
      canBeChecked(anAttempt({ state: 'refunded' })),
      canBeChecked(anAttempt({ state: 'refused', watch })),
      canBeChecked(anAttempt({ state: 'refused', watch: { ...watch, ended: 'complete' } })),
    ]).toEqual([true, false, true, false])
  })
})
