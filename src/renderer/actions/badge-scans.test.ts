import { expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import type { Answer } from '../../shared/contract/contract'
import { anAppState, theCashier, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { scanTarget } from '../keys/key-bindings'
import { store } from '../store/store'
import { playMain, settled } from '../store/testing/play-main'
import { aShown } from '../store/testing/samples'
import { appStateChanged } from './app-state'
import { lookUp, takeScan } from './lookups'
import { openDialog } from './navigation'
import { confirmByKeys, editDraft, startRefund } from './refunds'

const ann = { ...theCashier, hasBadge: true }

/** A staffed till with badges and a slow keychain: whether a scan is a badge is answered by the test. */
function badgeTill() {
  const answers: ((answer: Answer<'people:scan'>) => void)[] = []
  const people = thePeople({ staffed: true, signedIn: ann, list: [theManager, ann] })
  const main = playMain(
    { app: anAppState({ people }) },
    { 'people:scan': () => new Promise((resolve) => answers.push(resolve)) },
  )
  const answer = async (index: number, isBadge: boolean) => {
    answers[index]?.(succeed({ isBadge }))
    await settled()
  }
  return { main, answer }
}

/** The same with the form of a receipt. */
async function withForm() {
  const till = badgeTill()
  void takeScan('483920174462')
  await till.answer(0, false)
  await till.main.answerLookup(0, succeed(aShown(1)))
  startRefund()
  editDraft({ scope: 'part', amountText: '1.00', amountCheck: 'taken', reason: 'damaged' })
  return till
}

it('a receipt that is scanned keeps the one before from being refunded, also while it might be a badge', async () => {
  const { main, answer } = await withForm()
  void takeScan('999999999999')
  await settled()
  await confirmByKeys()
  await answer(1, false)
  expect([main.refunds, main.lookups[1]?.code]).toEqual([[], '999999999999'])
})

it('a badge that signs its owner in closes what somebody else was asked', () => {
  badgeTill()
  openDialog({ at: 'confirm', title: 'Remove Bob?', meaning: '', act: () => undefined })
  const { app } = store.getState()
  appStateChanged({ ...app, people: { ...app.people, signedIn: theManager } })
  expect(store.getState().dialog).toBeNull()
})

it('a badge is taken while no service is connected, and any other code is not looked up', async () => {
  const { main, answer } = badgeTill()
  appStateChanged({ ...store.getState().app, mode: 'welcome' })
  const taken: string[] = []
  store.setState({ badgeTakers: [{ take: (code) => taken.push(code), isNew: false }] })
  const scan = (text: string) =>
    scanTarget.onScan({ text, keys: 9, pace: 8, widestGap: 9, ending: 'Enter', verdict: 'scan' })
  scan('THE-BADGE')
  await answer(0, true)
  scan('111111111111')
  await answer(1, false)
  expect([taken, main.lookups]).toEqual([['THE-BADGE'], []])
})

it('a scan that might be a badge gives way to a code that is looked up meanwhile', async () => {
  const { main, answer } = badgeTill()
  void takeScan('111111111111')
  await settled()
  void lookUp('222222222222', 'automatic')
  await settled()
  await answer(0, false)
  expect(main.lookups.map(({ code }) => code)).toEqual(['222222222222'])
})

it.each([
  [['THE-BADGE'], {}],
  [[], { amountText: '120.00', amountCheck: 'taken' } as const],
])(
  'a badge goes to the form (%j) only if it asks for what stood there when it was scanned',
  async (goes, change) => {
    const { answer } = await withForm()
    const taken: string[] = []
    store.setState({ badgeTakers: [{ take: (code) => taken.push(code), isNew: false }] })
    void takeScan('THE-BADGE')
    if (Object.keys(change).length > 0) editDraft(change)
    await answer(1, true)
    expect(taken).toEqual(goes)
  },
)
