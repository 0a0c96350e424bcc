import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { anAppState, theCashier, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { readYes } from '../store/draft'
import { type Needs, store } from '../store/store'
import { type PlayedMain, playMain, settled } from '../store/testing/play-main'
import { anAttempt, aShown, unreadLock } from '../store/testing/samples'
import { appStateChanged } from './app-state'
import { standingChanged, takeScan } from './lookups'
import {
  confirmByKeys,
  confirmRefund,
  declineRefund,
  editDraft,
  leaveRefund,
  startRefund,
  typeYes,
} from './refunds'

const rules = ['amount'] as const
const needed: Needs['fault'] = { kind: 'second_person_needed', by: rules, marker: '' }
const notHere: Needs['fault'] = { kind: 'refund_not_here', by: ['age'] }
const sam = { ...theManager, hasBadge: true }
const mei = { ...sam, id: 'p-mei', name: 'Mei', role: 'supervisor' } as const
const noYes = { person: 'p-sam', pin: '', badge: null }
const proof = { with: 'pin', person: 'p-sam', pin: '482915' } as const

/** A complete form with this judgement by the rules. */
async function withForm(says: Fault = needed): Promise<PlayedMain> {
  const main = playMain()
  const people = thePeople({ staffed: true, list: [theCashier, mei, sam], signedIn: theCashier })
  main.judgement = fail(says)
  void takeScan('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  store.setState({ app: anAppState({ people }) })
  startRefund()
  editDraft({ scope: 'part', amountText: '20.25', amountCheck: 'taken', reason: 'damaged' })
  await settled()
  return main
}

function sayYes(): void {
  typeYes({ person: 'p-sam' })
  typeYes({ pin: '482915' })
}

/** The same, to which somebody has said yes. */
async function withYes(): Promise<PlayedMain> {
  const main = await withForm()
  sayYes()
  return main
}

const counter = () => store.getState().counter
const needs = () => {
  const now = counter()
  return now.at === 'refund' ? now.needs : null
}

describe('a refund that a second person must allow', () => {
  it('asks for them as soon as there is an amount and a reason, and no sooner', async () => {
    await withForm()
    const asked = needs()
    leaveRefund()
    store.setState({ keptForm: null })
    startRefund()
    await settled()
    const empty = needs()
    editDraft({ reason: 'damaged' })
    await settled()
    const question = { fault: needed, yes: { ...noYes, person: '' }, refused: null }
    expect([asked, empty, needs()]).toEqual([question, null, question])
  })

  it('goes on asking while another amount is typed, or the keys of a badge pass through the field', async () => {
    await withYes()
    editDraft({ amountText: '20.25B' })
    await settled()
    expect(needs()).toMatchObject({ fault: needed, yes: { pin: '' } })
  })

  it('is sent once, with the yes and the rules that it was given to', async () => {
    const main = await withYes()
    void confirmRefund()
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: null }))
    expect(main.refunds).toMatchObject([{ proof, yesTo: rules, amount: { hundredths: 2025 } }])
    expect(counter().at).toBe('outcome')
  })

  it('is not sent without a yes, and not after it', async () => {
    const main = await withForm()
    await confirmRefund()
    expect([main.refunds, counter()]).toMatchObject([[], { at: 'refund', confirmAttempts: 1 }])
  })

  it('asks for no other look at an amount that a second person has read', async () => {
    const main = await withForm()
    editDraft({ amountCheck: 'typing' })
    sayYes()
    void confirmByKeys()
    expect(main.refunds).toMatchObject([{ proof }])
  })

  it.each([
    ['amount', { amountText: '20.26' }],
    ['scope', { scope: 'full' }],
    ['reason', { reason: 'wrong_item' }],
    ['confirmation', { confirmed: true }],
  ] as const)(
    'is allowed by nobody any more once the %s changes, and the name stays chosen',
    async (_, change) => {
      const main = await withYes()
      editDraft(change)
      await settled()
      await confirmRefund()
      expect([needs()?.yes, main.refunds]).toEqual([noYes, []])
    },
  )

  it('is allowed by nobody once it was left, or once the rules ask for more', async () => {
    const main = await withYes()
    leaveRefund()
    startRefund()
    await settled()
    const left = needs()?.yes.pin
    typeYes({ badge: 'B-7300114' })
    main.judgement = fail({ ...needed, by: ['amount', 'typed'] })
    editDraft({})
    typeYes({ badge: 'B-7300114' })
    await settled()
    expect([left, needs()?.yes.badge]).toEqual(['', null])
  })

  it('is allowed by nobody once the till was locked, whoever signs in then', async () => {
    const main = await withForm()
    const { people } = store.getState().app
    const isLocked = (locked: boolean) => appStateChanged(anAppState({ people: { ...people, locked } }))
    sayYes()
    isLocked(true)
    isLocked(false)
    await confirmRefund()
    expect([needs()?.yes, main.refunds]).toEqual([noYes, []])
  })

  it('is never the cashier’s own to allow: nobody offers their name', () => {
    const yes = { person: 'p-mei', pin: '482915', badge: null }
    expect(readYes(yes, thePeople({ list: [mei, sam], signedIn: mei })).named).toEqual([sam])
  })

  it.each<Fault>([
    { kind: 'pin_wrong', waitSeconds: 0 },
    { kind: 'pin_throttled', waitSeconds: 30 },
    { kind: 'badge_unknown' },
    { kind: 'second_person_is_the_cashier' },
  ])('asks again in the form after $kind, with the same name and no PIN', async (fault) => {
    const main = await withYes()
    void confirmRefund()
    await main.answerRefund(0, fail(fault))
    expect(counter()).toMatchObject({
      at: 'refund',
      draft: { amountText: '20.25', reason: 'damaged' },
      needs: { fault: needed, yes: noYes, refused: fault },
    })
  })

  it('is asked for in the form where the rules say so only at Confirm', async () => {
    const main = await withForm()
    main.judgement = succeed({})
    editDraft({ amountText: '5' })
    await settled()
    void confirmRefund()
    await main.answerRefund(0, fail(needed))
    expect(main.refunds.map((order) => order.proof)).toEqual([undefined])
    expect(counter()).toMatchObject({ at: 'refund', needs: { fault: needed } })
  })

  it('is not sent once the payment is locked, whoever said yes', async () => {
    const main = await withYes()
    standingChanged({ id: 'internal-1', lock: unreadLock, stale: null })
    await confirmRefund()
    expect(main.refunds).toEqual([])
  })
})

describe('a second person’s no', () => {
  it('is told to main with their proof and the refund as it stands, and leads back to the receipt', async () => {
    const main = await withForm()
    await declineRefund()
    const early = main.declined.length
    sayYes()
    await declineRefund()
    const { announcement } = store.getState()
    const { lookup, record } = aShown(1)
    const refund = { amount: { hundredths: 2025, currency: 'HKD' }, reason: { code: 'damaged', text: '' } }
    expect(main.declined).toEqual([{ lookup, id: record.id, refunded: 0, proof, ...refund }])
    expect([early, main.refunds, counter().at, announcement.text]).toEqual([
      0,
      [],
      'receipt',
      'The no is recorded. Nothing was sent.',
    ])
  })

  it('pressed twice is one no, and one try at the PIN; Confirm meanwhile sends nothing', async () => {
    const main = await withYes()
    const first = declineRefund()
    await declineRefund()
    await confirmRefund()
    await first
    expect([main.declined.length, main.refunds]).toEqual([1, []])
  })

  it('is said to be recorded, also where the payment was locked meanwhile', async () => {
    await withYes()
    const no = declineRefund()
    standingChanged({ id: aShown(1).record.id, lock: unreadLock, stale: null })
    await no
    const { announcement } = store.getState()
    const shown = aShown(1, { lock: unreadLock })
    expect([counter(), announcement.text]).toEqual([
      { at: 'receipt', shown },
      'The no is recorded. Nothing was sent.',
    ])
  })

  it('with a wrong PIN stays in the form, which says so', async () => {
    const main = await withForm()
    const refused = { kind: 'pin_wrong', waitSeconds: 0 } as const
    main.declineAnswer = fail(refused)
    sayYes()
    await declineRefund()
    expect(needs()).toMatchObject({ refused, yes: { pin: '' } })
  })
})

it('a refund that this till makes for nobody is not sent, and main is asked anew at each press: the rules may have changed', async () => {
  const main = await withForm(notHere)
  const said = needs()?.fault
  await confirmRefund()
  const still = needs()?.fault
  main.judgement = succeed({})
  await confirmRefund()
  await settled()
  const free = needs()
  void confirmRefund()
  expect([said, still, free, main.refunds.length]).toEqual([notHere, notHere, null, 1])
})

it('what main says of what stood there before is not taken for what stands there now', async () => {
  const main = await withForm()
  main.judgement = succeed({})
  editDraft({ amountText: '5' })
  await settled()
  main.judgement = fail(needed)
  editDraft({ amountText: '80' })
  editDraft({ amountText: '' })
  await settled()
  expect(needs()).toBeNull()
})
