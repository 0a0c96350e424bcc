import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualReasons } from '../../shared/people/rules'
import { anAppState, thePeople } from '../../shared/testing/app-state-sample'
import { runs } from '../../shared/testing/property-size'
import type { Chord } from '../scan/scan-listener'
import type { CounterState } from '../store/counter-state'
import { emptyDraft } from '../store/draft'
import type { Place } from '../store/store'
import { store } from '../store/store'
import { settled } from '../store/testing/fake-main'
import { anAttempt, aShown, lockedBy } from '../store/testing/samples'
import { actionOf, keysNow, singleKeyAction } from './key-bindings'
import {
  amount,
  anySituation,
  dialogs,
  places,
  type Situation,
  shown,
  stateIn,
  storeIn,
} from './testing/situations'

const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
const singleKeys = [...printable, 'é', '😀'] as const
const chords: readonly Chord[] = [
  'confirm',
  'lock',
  ...Array.from({ length: 9 }, (_, n) => `reason_${n + 1}` as const),
]

/** The single keys and chords with a meaning. */
function meant(situation: Partial<Situation>): readonly string[] {
  const state = stateIn(situation)
  return [
    ...singleKeys.filter((key) => singleKeyAction(key, state) !== null),
    ...chords.filter((chord) => actionOf(chord, state) !== null),
  ]
}

const form: CounterState = { at: 'refund', shown, draft: { ...emptyDraft, reason: 'damaged' }, needs: null }
const inForm = [...'123456', 'a', 'A', '?', '/']
const chordsInForm = ['confirm', ...usualReasons.map((_, index) => `reason_${index + 1}`)]

describe('keys', () => {
  it('of an open refund form are the reasons, another amount and the confirmation, and at the counter only', () => {
    expect([...meant({ counter: form })].sort()).toEqual([...inForm, ...chordsInForm].sort())
    for (const place of places.filter((each) => each !== 'counter')) {
      expect([place, ...meant({ counter: form, place })]).toEqual([place, '/', '?'])
    }
  })

  it.each(dialogs)('mean nothing behind the dialog $at, wherever it is open', (dialog) => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        expect(meant({ ...situation, dialog })).toEqual([])
      }),
      { numRuns: runs(30) },
    )
  })

  it('mean nothing in Activity, Search and Settings but search and help, whatever waits at the counter', () => {
    const elsewhere = fc.constantFrom<Place>('activity', 'search', 'settings')
    fc.assert(
      fc.property(anySituation, elsewhere, (situation, place) => {
        expect(['?', '/']).toEqual(expect.arrayContaining([...meant({ ...situation, place })]))
      }),
    )
  })

  it('mean nothing while a refund is being sent, and Esc does not leave it', () => {
    const inFlight = fc.constantFrom<CounterState>(
      { at: 'sending', amount, shown, attempt: null },
      { at: 'outcome', attempt: anAttempt({ state: 'sending' }), shown: null, storeId: '' },
      { at: 'outcome', attempt: anAttempt({ state: 'sending' }), shown: null, storeId: '' },
    )
    fc.assert(
      fc.property(anySituation, inFlight, (situation, counter) => {
        const state = stateIn({ ...situation, counter, dialog: null, drawerOpen: false })
        expect([meant({ ...situation, counter }), actionOf('Escape', state), keysNow(state)]).toEqual([
          [],
          null,
          [],
        ])
      }),
    )
  })

  it('mean nothing while the till is locked, or a closed shift’s sheet stands there', () => {
    const locked = anAppState({ people: thePeople({ staffed: true, locked: true }) })
    fc.assert(
      fc.property(anySituation, (situation) => {
        const state = stateIn({ ...situation, app: locked, dialog: null })
        expect([
          meant({ ...situation, app: locked, dialog: null }),
          actionOf('Escape', state),
          keysNow(state),
        ]).toEqual([[], null, []])
      }),
    )
  })

  it('lock with Ctrl+L a till at which people sign in, and no other', () => {
    const staffed = anAppState({ people: thePeople({ staffed: true }) })
    expect([meant({ app: staffed }), meant({})].map((keys) => keys.includes('lock'))).toEqual([true, false])
    expect(keysNow(stateIn({ app: staffed })).map(({ key }) => key)).toContain('Ctrl L')
  })

  it('mean only help before a payment service is connected', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const app = anAppState({ mode: 'welcome' })
        expect(['?']).toEqual(expect.arrayContaining([...meant({ ...situation, app })]))
      }),
    )
  })

  it.each([
    [
      'the line is down',
      { app: anAppState({ connection: { state: 'offline', since: '2026-11-21T09:00:00.000Z' } }) },
    ],
    [
      'refunds are off',
      { app: anAppState({ refunds: { on: false, why: 'journal_damaged', replaceable: 'person' } }) },
    ],
    [
      'another refund of it is undecided',
      { counter: { ...form, shown: aShown(1, { lock: lockedBy(anAttempt()) }) } },
    ],
  ] as const)('of the refund form mean nothing once %s', (_name, change) => {
    expect([...meant({ counter: form, ...change })].sort()).toEqual(['/', '?'])
  })

  it('confirm, with Ctrl+Enter at the open form, the refund that stands there', () => {
    const main = storeIn({ counter: form })
    actionOf('confirm', store.getState())?.()
    expect(main.refunds).toMatchObject([{ amount, reason: { code: 'damaged', text: '' } }])
  })

  it('print with P what is on the paper, and nothing where nothing is', async () => {
    const attempt = anAttempt()
    const places = [
      { at: 'receipt', shown },
      { at: 'outcome', attempt, shown: null, storeId: '' },
      form,
      { at: 'scan' },
    ] as const
    const jobs: unknown[] = []
    for (const counter of places) {
      storeIn({ counter })
      singleKeyAction('p', store.getState())?.()
      await settled()
      jobs.push(store.getState().paperJob)
    }
    // Main may know the payment from a saved copy.
    expect(jobs).toEqual([
      { content: { subject: 'receipt', shown }, way: 'print' },
      { content: { subject: 'outcome', attempt, storeId: 'store-2' }, way: 'print' },
      null,
      null,
    ])
  })
})
