import { describe, expect, it } from 'vitest'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import { fail, succeed } from '../../shared/base/result'
import type { Answer, AppState } from '../../shared/contract/contract'
import { aDay, anAppState, theCashier, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { anOutage } from '../../shared/testing/outage-sample'
import { followMain } from '../boot/window'
import { askRights } from '../store/main'
import { announce, type CounterState, notify, store } from '../store/store'
import { playMain, settled } from '../store/testing/play-main'
import { anAttempt, aShown, lockedBy } from '../store/testing/samples'
import { appStateChanged, rightsBegun } from './app-state'
import { nextCustomer, standingChanged, takeScan, tryAgain } from './lookups'
import { closeDialog, openDialog } from './navigation'
import { putOnPaper } from './paper'
import { followPerson } from './people'
import { leaveRefund } from './refunds'

const at = '2026-11-21T09:00:00.000Z'
const scan: CounterState = { at: 'scan' }
const outcomeOf = (state: AttemptState): CounterState => {
  const attempt = anAttempt({ state, intent: { ...anAttempt().intent, cashier: theCashier } })
  return { at: 'outcome', attempt, shown: null, storeId: '' }
}
const refunded = outcomeOf('refunded')
const { record } = aShown(1)
const recent = { code: 'C1', foundBy: 'transaction_id', record, at, lockedBy: null } as const
const unreachable = fail({ kind: 'not_connected', reason: 'refused', detail: '' } as const)

/** A till that Ann serves and that locks after each refund. While it is locked, main refuses what a cashier may ask. */
function staffedTill(counter: CounterState, locked = false) {
  const people = thePeople({ staffed: true, locked, signedIn: theCashier, list: [theManager, theCashier] })
  let app = anAppState({ lockAfterRefund: true, people })
  const asked: string[] = []
  const change = (next: Partial<AppState>) => {
    app = { ...app, ...next }
    appStateChanged(app)
  }
  const lock = (next: boolean) => change({ people: { ...app.people, locked: next } })
  const answer = <T>(channel: string, value: T) => {
    asked.push(channel)
    return app.people.locked ? fail({ kind: 'sign_in_needed' } as const) : value
  }
  const found = { is: succeed(aShown(1)) as Answer<'lookup:find'> }
  const main = playMain(
    { app, counter },
    {
      'lookup:find': async () => answer('lookup:find', found.is),
      'lookup:recent': async () => answer('lookup:recent', succeed([recent])),
      'outage:read': async () => answer('outage:read', succeed(anOutage())),
      'payment:standing': async () =>
        answer('payment:standing', succeed({ id: 'internal-1', lock: null, stale: null })),
      'people:lock': async () => {
        answer('people:lock', null)
        lock(true)
        return succeed(app)
      },
    },
  )
  followPerson({ addEventListener: () => undefined })
  return { main, asked, change, lock, found }
}

const counter = () => store.getState().counter

describe('a till that locks after each refund', () => {
  it.each([
    ['that had locked with it', true],
    ['over her', false],
  ])(
    'leaves whoever signs in %s signed in: it locks for whose outcome it was alone',
    async (_how, locked) => {
      const { asked, lock, change } = staffedTill(refunded)
      if (locked) lock(true)
      const { people } = store.getState().app
      change({ people: { ...people, locked: false, signedIn: theManager } })
      await settled()
      expect([counter(), asked.includes('people:lock')]).toEqual([scan, false])
    },
  )

  it('answers the scan that ends the outcome, then locks, and shows the payment after the PIN', async () => {
    const { asked, lock } = staffedTill(refunded)
    void takeScan('483920174462')
    await settled()
    const { locked } = store.getState().app.people
    lock(false)
    await settled()
    expect([asked.slice(0, 2), locked]).toEqual([['lookup:find', 'people:lock'], true])
    expect(counter()).toEqual({ at: 'receipt', shown: aShown(1) })
  })

  it('locks at once when the outcome is left for nothing', async () => {
    const { asked } = staffedTill(refunded)
    nextCustomer()
    await settled()
    expect(asked).toEqual(['people:lock'])
  })

  it('leaves the form of Try again open, and locks once that is left', async () => {
    const { asked } = staffedTill(outcomeOf('not_sent'))
    await tryAgain()
    await settled()
    const open = [asked.includes('people:lock'), counter().at]
    leaveRefund()
    await settled()
    expect([open, asked.includes('people:lock')]).toEqual([[false, 'refund'], true])
  })

  it('looks up after the sign-in what the lock overtook', async () => {
    const { lock, found } = staffedTill(scan)
    found.is = fail({ kind: 'sign_in_needed' })
    void takeScan('483920174462')
    lock(true)
    await settled()
    found.is = succeed(aShown(2))
    lock(false)
    await settled()
    expect(counter()).toEqual({ at: 'receipt', shown: aShown(2) })
  })
})

it('rights whose dialog was closed while the PIN was checked are ended, and close no other dialog', async () => {
  const open = anAppState({ people: thePeople({ rights: 'manager' }) })
  let ended = 0
  const end = async () => {
    ended += 1
    return succeed(anAppState())
  }
  playMain({}, { 'rights:end': end })
  askRights({ role: 'manager', by: 'person' })
  rightsBegun(open)
  expect(ended).toBe(0)
  expect(store.getState()).toMatchObject({ dialog: null, app: { people: { rights: 'manager' } } })
  askRights({ role: 'manager', by: 'person' })
  closeDialog()
  openDialog({ at: 'keys' })
  rightsBegun(open)
  await settled()
  expect(ended).toBe(1)
  expect(store.getState()).toMatchObject({ dialog: { at: 'keys' }, app: { people: { rights: null } } })
})

describe('a locked till', () => {
  it('leaves nothing of the counter to a screen reader', () => {
    const { lock } = staffedTill(scan)
    const said = () => store.getState().announcement.text
    announce('HK$120.50, Paid.')
    lock(true)
    const behind = said()
    announce('Refunded HK$120.50.')
    expect([behind, said()]).toEqual(['', ''])
  })

  it('looks up nothing that is scanned, and asks for the sign-in', async () => {
    const { main, asked } = staffedTill(scan, true)
    await takeScan('483920174462')
    expect([asked, main.sounds, counter().at]).toEqual([[], ['refused_scan'], 'scan'])
    expect(store.getState().notice).toEqual({ kind: 'sign_in_first' })
  })

  it('shows no failure of what was asked for before the lock', () => {
    staffedTill(scan, true)
    notify({ kind: 'fault', fault: { kind: 'sign_in_needed' } })
    expect(store.getState().faults).toEqual([])
  })

  it('keeps the saved copy on the counter when the line comes back, and asks after the sign-in', async () => {
    const { main, change, lock, found, asked } = staffedTill(scan)
    found.is = unreachable
    void takeScan('483920174462')
    main.tell({ kind: 'lookup:copy-found', value: aShown(1, { source: 'saved', at }) })
    await settled()
    change({ connection: { state: 'offline', since: at } })
    lock(true)
    change({ connection: { state: 'unknown', since: at } })
    await settled()
    const behind = [asked.length, counter().at]
    found.is = succeed(aShown(2))
    lock(false)
    await settled()
    expect([behind, counter()]).toEqual([[1, 'receipt'], { at: 'receipt', shown: aShown(2) }])
  })

  it('keeps a payment whose block ends, and looks it up after the sign-in', async () => {
    const blocked = aShown(1, { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) })
    const { asked, lock } = staffedTill({ at: 'receipt', shown: blocked }, true)
    standingChanged({ id: 'internal-1', lock: null, stale: null })
    await settled()
    const behind = [asked.length, counter()]
    lock(false)
    await settled()
    expect(behind).toEqual([0, { at: 'receipt', shown: blocked }])
    expect(counter()).toEqual({ at: 'receipt', shown: aShown(1) })
  })

  it('shows whoever signs in next neither a step of the set-up nor the figures, code type and search of the one before', () => {
    const { change, lock } = staffedTill(scan)
    store.setState({ setUp: 'test_print', today: { day: aDay(), open: [], moreOpen: 0 } })
    store.setState({ match: 'custom_id', searchText: 'Ann' })
    lock(true)
    const { people } = store.getState().app
    change({ people: { ...people, locked: false, signedIn: { id: 'p-bob', name: 'Bob', role: 'cashier' } } })
    const own = { setUp: null, today: null, place: 'counter', match: 'automatic', searchText: '' }
    expect(store.getState()).toMatchObject(own)
  })

  it('keeps the report of the shift just closed until somebody signs in, who sees the counter and no report', () => {
    const { lock } = staffedTill(scan)
    const sheet = { by: theCashier, since: 0, at: 1, day: aDay() }
    lock(true)
    store.setState({ sheet })
    void takeScan('483920174462')
    const behind = store.getState().sheet
    lock(false)
    expect([behind, store.getState().sheet]).toEqual([sheet, null])
  })

  it('reads the recent payments after the first sign-in, and shows no fault before', async () => {
    const { asked, lock } = staffedTill(scan, true)
    await followMain()
    await settled()
    const behind = [...asked]
    lock(false)
    await settled()
    expect(behind).toEqual([])
    expect(store.getState()).toMatchObject({ recent: [recent], outage: anOutage(), faults: [] })
  })
})

it('a till that locks after each refund waits for the slip that is still to be printed', async () => {
  const { asked } = staffedTill(refunded)
  putOnPaper({ subject: 'outcome', attempt: anAttempt(), storeId: '' }, 'print')
  nextCustomer()
  await settled()
  const before = [...asked]
  store.setState({ papers: [] })
  await settled()
  expect([before.includes('people:lock'), asked.includes('people:lock')]).toEqual([false, true])
})
