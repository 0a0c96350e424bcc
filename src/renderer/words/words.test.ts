import { describe, expect, it } from 'vitest'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { refundsOffReasons } from '../../shared/fault'
import { sentences as en } from '../../shared/languages/en'
import { isUndecided } from '../../shared/refund/refund'
import { anAppState } from '../../shared/testing/app-state-sample'
import { events } from '../../shared/testing/attempt-stories'
import { everyFault } from '../../shared/testing/every-fault'
import { aRecord } from '../../shared/testing/record-sample'
import { anAttempt, aShown, lockedBy } from '../store/testing/samples'
import { eventWords, takenOverAdvice, takenOverLines } from './activity'
import { announceFound, buildWords, workWords } from './app'
import { explainFault } from './faults'
import { explainRefundsOff, listedState, lockedState, outcomeAdvice, refusalAdvice } from './refund'

describe('the catalogue of words', () => {
  it('has three sentences for every fault there is', () => {
    const wrong = everyFault.filter((fault) => {
      const { title, meaning, next } = explainFault(fault)
      const said = [title, meaning, next]
      const isWhole = said.every((words) => /^[A-Z“].{5,}/.test(words))
      return !isWhole || /undefined|\[object|null|_/.test(said.join(' '))
    })
    expect([everyFault.length > 150, wrong]).toEqual([true, []])
  })

  it('sends to the clock and to IT support where checking the network alone does not help', () => {
    const next = (reason: 'refused' | 'certificate' | 'pin' | 'proxy_sign_in') =>
      explainFault({ kind: 'not_connected', reason, detail: '' }).next
    expect([next('refused'), next('certificate'), next('pin'), next('proxy_sign_in')]).toEqual([
      'Check the network, then try again.',
      'Check the network and this PC’s date and time. If it keeps happening, ask IT support.',
      'Ask IT support.',
      'Ask IT support.',
    ])
  })

  it('asks to wait, and for no other code type, where too much was asked', () => {
    const next = (httpStatus: number) => explainFault({ kind: 'service_error', httpStatus, message: '' }).next
    expect([next(429), next(409)]).toEqual(['Try again in a minute.', 'Try again, or try another code type.'])
  })

  it('has another word for each reason why refunds are off, and a way on from each', () => {
    const said = refundsOffReasons.map((why) => explainRefundsOff(why))
    expect(new Set(said.map(({ title }) => title)).size).toBe(refundsOffReasons.length)
    expect(new Set(said.map(({ meaning }) => meaning)).size).toBe(refundsOffReasons.length)
    for (const { next } of said) expect(next).toMatch(/Settings|Ask|ask|Wait|Start/)
  })

  it('blames a record that takes nothing on the disk or on rights, since the till knows no more', () => {
    const { title, next } = explainRefundsOff('journal_unwritable')
    expect([title, next]).toEqual([
      expect.not.stringContaining('disk'),
      expect.stringMatching(/disk.*account/),
    ])
  })

  it('has a sentence for everything that goes on while codes are fetched, and for all that holds it up', () => {
    const works = [
      ...([{ at: 'idle' }, { at: 'working' }, { at: 'paused' }] as const),
      ...(['cashier', 'service', 'offline'] as const).map((why) => ({ at: 'waiting', why }) as const),
      { at: 'halted', fault: { kind: 'not_set_up' } } as const,
    ]
    const said = works.map(workWords)
    expect(said.filter((words) => !/^[A-Z].*\.$/.test(words))).toEqual([])
    expect(new Set(said).size).toBe(said.length)
  })
})

describe('what is said aloud', () => {
  const said = (change: Parameters<typeof aShown>[1]) =>
    announceFound(aShown(1, change), anAppState(), new Map())

  it('is first of a locked payment that it must not be refunded', () => {
    const lock = lockedBy(anAttempt({ state: 'unconfirmed' }))
    expect(said({ lock })).toMatch(/^Do not refund: /)
  })

  it('is what is left of a payment that was refunded in part, and no more of one that was not', () => {
    expect(said({})).toBe('HK$120.50, Paid.')
    expect(said({ record: aRecord({ refunded: 2025 }) })).toContain('HK$100.25 is refundable.')
  })
})

it('says on the screen what is not for a store', () => {
  const { about } = anAppState()
  const said = (build: typeof about.build, testBuild: boolean) => buildWords({ ...about, build, testBuild })
  const all = [
    said('package', false),
    said('checkout', true),
    said('package', true),
    said('test_package', true),
  ]
  expect(all).toEqual(['', '', 'Test build of Electron', 'Test package, open to debuggers'])
})

describe('a line of the record', () => {
  it('has words of its own kind, whatever it is', () => {
    const said = Object.values(events).map((event) => eventWords(event))
    const wrong = said.filter((words) => !/^[A-Z].{4,}/.test(words) || /undefined|_|\[object/.test(words))
    expect(wrong).toEqual([])
  })

  it.each([
    [422, 422, 'amount too large', 'amount too large (422)'],
    [200, 422, 'amount too large', 'amount too large (422, in an answer of HTTP 200)'],
    [500, 422, 'Internal Error.', 'Internal Error. (422, in an answer of HTTP 500)'],
    [500, 500, '', 'without a reason (500)'],
    [200, 500, ' ', 'without a reason (500, in an answer of HTTP 200)'],
  ])('about HTTP %d with the error’s own status %d and %j says: %s', (httpStatus, status, message, words) => {
    const verdict = { to: 'unconfirmed', alarm: null, forPerson: null } as const
    const answer = { kind: 'error_shape', httpStatus, status, message } as const
    expect(eventWords({ kind: 'answered', at: 0, answer, verdict, raw: '' })).toContain(words)
  })

  it('about a decision says whose it was, what they saw and why, and whether it went by the portal', () => {
    const decision = { supervisor: 'Mei', saw: 'Portal', why: 'Listed', refunded: 0, to: 'refunded' } as const
    const said = (portal: boolean) =>
      eventWords({ kind: 'decided', at: 0, decision: { ...decision, portal } }).replace(
        /[\u2066-\u2069]/g,
        '',
      )
    expect(said(false)).toBe('Mei recorded: refunded. Saw: “Portal”. Reason: “Listed”')
    expect(said(true)).toBe(
      'Mei recorded: refunded, by the provider’s portal. Saw: “Portal”. Reason: “Listed”',
    )
  })
})

describe('what is said of a payment that was asked about', () => {
  const { alarms, lock, outcome, events: lines } = en
  const saidOfRefusal = [alarms.moved_after_refusal, lock.refused('HK$12.00')]

  it('claims no more than the shows said: after a refusal a change, which may be of the status alone', () => {
    expect(saidOfRefusal.filter((said) => /money|was refunded/.test(said))).toEqual([])
    expect(saidOfRefusal.filter((said) => said.includes('showed a change'))).toEqual(saidOfRefusal)
  })

  it('after a decision a sign of a refund, which may be our number alone, from before the decision', () => {
    expect(alarms.moved_after_decision).toContain('a sign of a refund appeared later')
    expect(alarms.refunded_after_all).toContain('has shown its refund no.')
    expect(alarms.never_reached).toContain('hasn’t shown the money since')
  })

  it('where only the status changed that the total hasn’t gone up so far: the refund may be on its way', () => {
    expect(outcome.reasons.status_changed).toMatch(/refunded total hasn’t gone up so far/)
  })

  it('of checks that were not all made not why: the till may have been off while the service answered', () => {
    const said = [alarms.could_not_be_watched, lines.watchEnded]
    expect(said.filter((each) => /asked|service|days/.test(each))).toEqual([])
  })
})

describe('a new record', () => {
  const taken = { attempts: 12, undecided: 2, unread: 1, missing: 3 }
  const nothing = 'Nothing is missing.'

  it('says how much was taken over, stays in doubt, stays locked unread, and is missing', () => {
    expect(takenOverLines(taken).map(([, count]) => count)).toEqual(['12', '2', '1', '3'])
  })

  it('never says that nothing is missing where nobody knows', () => {
    const incomplete = [{}, { unread: 0, missing: null }, { missing: 0 }]
    for (const each of incomplete) expect(takenOverAdvice({ ...taken, ...each })).not.toBe(nothing)
    expect(takenOverAdvice({ ...taken, unread: 0, missing: 0 })).toBe(nothing)
    expect(takenOverLines({ ...taken, missing: null }).at(-1)?.[1]).toBe('Not known')
  })
})

const own = [{ contains: 'Sealed', advice: 'Send the customer to the office.' }]

it.each([
  ['The transaction is TOO OLD to refund', en.advice.too_old],
  ['Too old to refund: SEALED', 'Send the customer to the office.'],
  ['Insufficient unsettled balance', en.advice.not_enough_funds],
  ['Payment is still processing', en.advice.still_processing],
  ['Transaction has already been refunded', en.advice.already_refunded],
  ['Internal Error', null],
])('advice goes by what a message contains, the store’s own first: %s', (message, advice) => {
  expect([refusalAdvice(message, own), refusalAdvice('', [])]).toEqual([advice, null])
})

describe('the state of a refund in a list', () => {
  const said = ({ sign, word }: { readonly sign: string; readonly word: string }) => `${sign} ${word}`

  it('is the same for the payment in Recent and for the refund in Activity, and says of a refusal that it is checked', () => {
    const locking = attemptStates.filter(isUndecided)
    expect(locking.map(lockedState)).toEqual(locking.map(listedState))
    expect([...locking, 'refused' as const].map(listedState).map(said)).toEqual([
      '… Sending',
      '✕ Not refunded · being checked',
      '? Unconfirmed',
      '≈ Probably refunded',
      '✕ Not refunded',
    ])
  })

  it('is no warning while the refund is just being sent, and one for what an older record or a lowered amount locks', () => {
    expect(lockedState('sending').tone).toBe('soft')
    const locked = (['unread', 'lowering_returned'] as const).map((by) => said(lockedState(by)))
    expect(locked).toEqual(['! Locked', '! Locked'])
  })
})

it('of a refund that was sent to another address nobody says that it is checked: a supervisor is called', () => {
  const says = (elsewhere: boolean) => outcomeAdvice(anAttempt({ state: 'unconfirmed', elsewhere }))
  expect(says(false)).toContain('We keep checking')
  expect(says(true)).toContain('call a supervisor')
})
