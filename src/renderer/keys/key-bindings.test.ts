import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { succeed } from '../../shared/base/result'
import { usualReasons } from '../../shared/people/rules'
import { anAppState, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { runs } from '../../shared/testing/property-size'
import { aRecord } from '../../shared/testing/record-sample'
import { editDraft, startRefund } from '../actions/refunds'
import type { Chord } from '../scan/scan-listener'
import { Typist } from '../scan/testing/typist'
import { emptyDraft } from '../store/draft'
import { type CounterState, type OpenDialog, type Place, type State, store } from '../store/store'
import { playAnswered, playMain, playReceipt, settled } from '../store/testing/play-main'
import { anAttempt, aSending, aShown, aStale, lockedBy } from '../store/testing/samples'
import { actionOf, keysNow, scanTarget, singleKeyAction } from './key-bindings'

const dialogs: readonly OpenDialog[] = [
  { at: 'keys' },
  { at: 'practice_codes' },
  { at: 'scanner_test' },
  { at: 'decide' },
  { at: 'accept_lower' },
  { at: 'begin_journal', by: 'person' },
  { at: 'record_begun', takenOver: { attempts: 0, undecided: 0, unread: 0, missing: 0 } },
  { at: 'acknowledge', alarm: { of: 'line', line: 7 }, says: 'An alarm' },
  { at: 'release', line: 7 },
  { at: 'confirm', title: 'Sure?', meaning: '', act: () => undefined },
]
const places: readonly Place[] = ['counter', 'activity', 'search', 'settings']

const lookup = { id: 'lookup-1', code: '483920174462', match: 'automatic', typed: false } as const
const amount = { hundredths: 12050, currency: 'HKD' }
const shown = aShown(1)

const shownAnyhow = fc.constantFrom(
  shown,
  aShown(1, { source: 'saved' }),
  aShown(1, { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) }),
  aShown(1, { stale: aStale() }),
  aShown(1, { record: aRecord({ refunded: 12050, status: 'refunded' }) }),
)
const anyDraft = fc.record({
  scope: fc.constantFrom('full' as const, 'part' as const),
  amountText: fc.constantFrom('', '20.25', '999', 'x'),
  amountCheck: fc.constantFrom('typing' as const, 'asked' as const, 'taken' as const),
  reason: fc.constantFrom(null, ...usualReasons),
  otherReason: fc.constantFrom('', 'Torn'),
  confirmed: fc.boolean(),
})
const anyCounter: fc.Arbitrary<CounterState> = fc.oneof(
  fc.constant<CounterState>({ at: 'scan' }),
  fc.constant<CounterState>({ at: 'looking', lookup }),
  fc.constant<CounterState>({ at: 'missed', lookup, fault: { kind: 'code_empty' } }),
  shownAnyhow.map<CounterState>((each) => ({ at: 'receipt', shown: each })),
  fc
    .tuple(shownAnyhow, anyDraft)
    .map<CounterState>(([each, draft]) => ({ at: 'refund', shown: each, draft, needs: null })),
  fc.constant<CounterState>(aSending()),
  anyDraft.map<CounterState>((draft) => {
    return { at: 'stopped', shown, draft, amount, fault: { kind: 'stale_answer' } }
  }),
  fc.constant<CounterState>({ at: 'broken', shown, amount, detail: 'E-1' }),
  fc.constantFrom(...attemptStates).map<CounterState>((state) => {
    return { at: 'outcome', attempt: anAttempt({ state }), shown: null, storeId: '' }
  }),
)
const anyAppState = fc
  .record({
    mode: fc.constantFrom('practice' as const, 'service' as const, 'welcome' as const),
    offline: fc.boolean(),
    refundsOn: fc.boolean(),
  })
  .map(({ mode, offline, refundsOn }) =>
    anAppState({
      mode,
      connection: { state: offline ? 'offline' : 'online', since: '2026-11-21T09:00:00.000Z' },
      refunds: refundsOn ? { on: true } : { on: false, why: 'journal_damaged', replaceable: 'person' },
    }),
  )

type Situation = Pick<State, 'app' | 'place' | 'counter' | 'dialog' | 'drawerOpen'>
const anySituation: fc.Arbitrary<Situation> = fc.record({
  app: anyAppState,
  place: fc.constantFrom(...places),
  counter: anyCounter,
  dialog: fc.constantFrom(null, null, null, ...dialogs),
  drawerOpen: fc.boolean(),
})

const stateIn = (situation: Partial<Situation>): State => ({
  ...store.getInitialState(),
  ...{ app: anAppState(), ...situation },
})

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

const form = { at: 'refund', shown, draft: { ...emptyDraft, reason: 'damaged' }, needs: null } as const
const inForm = [...'123456', 'a', 'A', '?', '/']
const chordsInForm = ['confirm', ...usualReasons.map((_, index) => `reason_${index + 1}`)]

describe('keys', () => {
  it('of an open refund form are the reasons, another amount and the confirmation, and at the counter only', () => {
    expect([...meant({ counter: form })].sort()).toEqual([...inForm, ...chordsInForm].sort())
    for (const place of places.filter((each) => each !== 'counter')) {
      expect([place, ...meant({ counter: form, place })]).toEqual([place, '/', '?'])
    }
  })

  it('of the reasons go with Alt, says the footer, where digits are typed: an amount, a reason, a second person’s PIN', () => {
    const by = ['amount'] as const
    const needs = { yes: { person: 'p-sam', pin: '', badge: null }, refused: null }
    const forms = [
      form,
      { ...form, needs: { ...needs, fault: { kind: 'refund_not_here', by } } },
      { ...form, needs: { ...needs, fault: { kind: 'second_person_needed', by, marker: '' } } },
      { ...form, draft: { ...form.draft, scope: 'part' } },
      { ...form, draft: { ...form.draft, reason: 'other' } },
    ] as const
    expect(forms.map((counter) => keysNow(stateIn({ counter }))[0]?.key)).toEqual([
      '1–6',
      '1–6',
      'Alt 1–6',
      'Alt 1–6',
      'Alt 1–6',
    ])
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
    const inFlight = fc.constantFrom<CounterState>(aSending(), {
      at: 'outcome',
      attempt: anAttempt({ state: 'sending' }),
      shown: null,
      storeId: '',
    })
    fc.assert(
      fc.property(anySituation, inFlight, (situation, counter) => {
        expect(meant({ ...situation, counter })).toEqual([])
        const state = stateIn({ ...situation, counter, dialog: null, drawerOpen: false })
        expect([actionOf('Escape', state), keysNow(state)]).toEqual([null, []])
      }),
    )
  })

  it('mean nothing while the till is locked, or a closed shift’s sheet stands there', () => {
    const app = anAppState({ people: thePeople({ staffed: true, locked: true }) })
    fc.assert(
      fc.property(anySituation, (situation) => {
        const locked = { ...situation, app, dialog: null }
        expect(meant(locked)).toEqual([])
        const state = stateIn(locked)
        expect([actionOf('Escape', state), keysNow(state)]).toEqual([null, []])
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
    ['the line is down', { connection: { state: 'offline', since: '2026-11-21T09:00:00.000Z' } }, shown],
    ['refunds are off', { refunds: { on: false, why: 'journal_damaged', replaceable: 'person' } }, shown],
    ['another refund of it is undecided', {}, aShown(1, { lock: lockedBy(anAttempt()) })],
  ] as const)('of the refund form mean nothing once %s', (_name, app, shown) => {
    const counter = { ...form, shown }
    expect([...meant({ app: anAppState(app), counter })].sort()).toEqual(['/', '?'])
  })

  it('print with P what is on the paper, and nothing where nothing is', () => {
    const attempt = anAttempt()
    for (const [counter, content] of [
      [
        { at: 'receipt', shown },
        { subject: 'receipt', shown },
      ],
      [
        { at: 'outcome', attempt, shown: null, storeId: '' },
        { subject: 'outcome', attempt, storeId: '' },
      ],
      [form, null],
      [{ at: 'scan' }, null],
    ] as const) {
      playMain({ counter })
      singleKeyAction('p', store.getState())?.()
      expect(store.getState().papers).toEqual(content === null ? [] : [{ content, way: 'print' }])
    }
  })
})

/** Maps a hint of the footer to the key press. */
function presses(key: string, state: State): readonly ((() => void) | null)[] | 'not a key of the store' {
  const reasons = usualReasons.map((_, index) => index + 1)
  if (key === 'Esc') return [actionOf('Escape', state)]
  if (/^.$/.test(key) && !'↵'.includes(key)) return [singleKeyAction(key, state)]
  if (key === `1–${reasons.length}`) return reasons.map((each) => singleKeyAction(String(each), state))
  if (key.endsWith(` 1–${reasons.length}`)) return reasons.map((each) => actionOf(`reason_${each}`, state))
  if (key.endsWith(' ↵')) return [actionOf('confirm', state)]
  return 'not a key of the store'
}

describe('the bar along the bottom', () => {
  it('lists only keys that do something now', async () => {
    await fc.assert(
      fc.asyncProperty(anySituation, async (situation) => {
        for (const { key } of keysNow(stateIn(situation))) {
          playMain(situation)
          const before = store.getState()
          const pressed = presses(key, before)
          if (pressed === 'not a key of the store') continue
          expect([key, pressed.includes(null)]).toEqual([key, false])
          for (const press of pressed) press?.()
          // Messages and slips may follow a moment later.
          const changed = () => expect(store.getState(), key).not.toBe(before)
          await vi.waitFor(changed, { interval: 1, timeout: 20_000 })
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('names, beside keys of the store, scans and what Search and the scan field hear by themselves', () => {
    const heard: Readonly<Record<string, readonly string[]>> = {
      '↵': ['counter', 'search'],
      '↑ ↓': ['search'],
      Scan: places,
    }
    const others = new Set<string>()
    fc.assert(
      fc.property(anySituation, (situation) => {
        const state = stateIn(situation)
        for (const { key } of keysNow(state)) {
          if (presses(key, state) !== 'not a key of the store') continue
          others.add(key)
          expect(heard[key], key).toContain(situation.place)
          expect(situation.app.mode, key).not.toBe('welcome')
        }
      }),
      // Fewer runs may miss a case.
      { numRuns: 500 },
    )
    expect([...others].sort()).toEqual(Object.keys(heard).sort())
  })

  it('lists behind a dialog what closes it, and nothing else', () => {
    fc.assert(
      fc.property(anySituation, fc.constantFrom(...dialogs), (situation, dialog) => {
        const state = stateIn({ ...situation, dialog })
        const keys = keysNow(state).map(({ key }) => key)
        expect([[], ['Esc']]).toContainEqual(keys)
      }),
    )
  })
})

it('the scanner test shows what was scanned, and of a badge no more than that it is one', async () => {
  const badge = 'B-55120731'
  const people = thePeople({ list: [{ ...theManager, hasBadge: true }] })
  playMain(
    { app: anAppState({ people }), dialog: { at: 'scanner_test' } },
    { 'people:scan': async ({ code }) => succeed({ isBadge: code === badge }) },
  )
  const shown: unknown[] = []
  for (const text of ['483920174462', badge]) {
    const measured = { text, keys: text.length, pace: 8, widestGap: 9, ending: 'Enter' } as const
    scanTarget.onScan({ ...measured, verdict: 'scan' })
    await settled()
    shown.push(store.getState().scannerReport?.text)
    scanTarget.onRun({ ...measured, ending: 'none', verdict: 'no_ending' })
    await settled()
    shown.push(store.getState().scannerReport?.text)
  }
  expect(shown).toEqual(['483920174462', '483920174462', 'Badge scanned', 'Badge scanned'])
})

it('a second Enter, while the code is looked up, asks for nothing', async () => {
  const main = playMain()
  scanTarget.onTyped('483920174462')
  await settled()
  scanTarget.onTyped('')
  expect([store.getState().counter.at, main.lookups.length]).toEqual(['looking', 1])
})

describe('a key that a busy page hears late counts from when it was pressed', () => {
  function typistOnPage(): Typist {
    const typist = new Typist()
    typist.now = 10_000
    typist.turnTo(scanTarget)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => typist.now)
    onTestFinished(() => clock.mockRestore())
    return typist
  }

  it('so an outcome that had only just come is not dismissed by it', async () => {
    const typist = typistOnPage()
    await playAnswered(succeed({ attempt: anAttempt({ state: 'unconfirmed' }), shown: null }))
    const at: string[] = []
    for (const late of [450, 0]) {
      typist.wait(650)
      typist.press('Escape', { late })
      at.push(store.getState().counter.at)
    }
    expect(at).toEqual(['outcome', 'scan'])
  })

  it('so an amount that had only just been asked about is not sent by it', async () => {
    const typist = typistOnPage()
    const main = await playReceipt()
    startRefund()
    editDraft({ scope: 'part', amountText: '2', reason: 'damaged' })
    typist.press('Enter', { ctrl: true })
    const sent: number[] = []
    for (const late of [400, 0]) {
      typist.wait(700)
      typist.press('Enter', { ctrl: true, late })
      sent.push(main.refunds.length)
    }
    expect(sent).toEqual([0, 1])
  })
})
