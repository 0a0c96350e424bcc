import type { Answer, Input, ShownTransaction } from '../../../shared/contract'
import type { DeskApi } from '../../../shared/desk-api'
import { succeed } from '../../../shared/result'
import { anOutage } from '../../../shared/testing/outage-sample'
import { makeDeskStore } from '../desk-store'
import { aDesk, anAttempt } from './samples'

type Waiting<T> = { readonly answer: (answer: T) => void }

/** Main as the window knows it: lookups and refunds wait until the test answers them. */
/** Another store than this till's own. */
const otherStore = { id: 'store-2', name: 'Peak Road' }

export class FakeMain {
  readonly lookups: Input<'lookup:find'>[] = []
  readonly refunds: Input<'refund:issue'>[] = []
  readonly lists: Input<'outage:take-list'>[] = []
  readonly relatedAsked: Input<'lookup:related'>[] = []
  /** What main says to a list. */
  listAnswer = (name: string): Answer<'outage:take-list'> => succeed({ name, codes: 2, held: false })
  /** What is saved, for any code. */
  savedCopy: ShownTransaction | null = null
  /** Until this resolves no copy is answered. */
  savedCopyIsRead: Promise<void> = Promise.resolve()
  beeps = 0
  nextNumber = 1
  private readonly lookupAnswers: Waiting<Answer<'lookup:find'>>[] = []
  private readonly refundAnswers: Waiting<Answer<'refund:issue'>>[] = []
  private readonly relatedAnswers: Waiting<Answer<'lookup:related'>>[] = []

  readonly api: DeskApi = {
    readDesk: async () => succeed(aDesk()),
    findTransaction: (input) => {
      this.lookups.push(input)
      return new Promise((answer) => this.lookupAnswers.push({ answer }))
    },
    savedCopy: async ({ lookup }) => {
      await this.savedCopyIsRead
      return succeed(this.savedCopy === null ? null : { ...this.savedCopy, lookup })
    },
    nextLookupNumber: async () => succeed(this.nextNumber),
    relatedRecord: (input) => {
      this.relatedAsked.push(input)
      return new Promise((answer) => this.relatedAnswers.push({ answer }))
    },
    recentTransactions: async () => succeed([]),
    searchCopies: async () => succeed({ total: 0, rows: [], saved: { count: 0, oldest: null } }),
    moreCopies: async () => succeed([]),
    issueRefund: (input) => {
      this.refunds.push(input)
      return new Promise((answer) => this.refundAnswers.push({ answer }))
    },
    listActivity: async () => succeed([]),
    openAttempt: async () =>
      succeed({ attempt: anAttempt(), events: [], nextLookAt: null, store: otherStore }),
    lookAgain: async () => succeed({ attempt: anAttempt(), events: [], nextLookAt: null, store: otherStore }),
    decideAttempt: async () => succeed(anAttempt()),
    exportActivity: async () => succeed({ saved: true, path: '/tmp/refunds.csv' }),
    beginJournal: async () => succeed({ attempts: 0, undecided: 0, whole: true }),
    saveSettings: async () => succeed(aDesk()),
    saveToken: async () => succeed(aDesk()),
    forgetToken: async () => succeed(aDesk()),
    countCopies: async () => succeed({ saved: 0, oldest: null, outside: 0 }),
    forgetCopies: async () => succeed({}),
    setSupervisorPin: async () => succeed(aDesk()),
    readOutage: async () => succeed(anOutage()),
    outageReport: async () => succeed({ codes: [], count: 0 }),
    takeList: (input) => {
      this.lists.push(input)
      return Promise.resolve(this.listAnswer(input.name))
    },
    chooseListFile: async () => succeed(null),
    chooseFolder: async () => succeed(anOutage()),
    clearFolder: async () => succeed(anOutage()),
    steerOutage: async () => succeed(anOutage()),
    saveOutageReport: async () => succeed({ saved: true, path: '/tmp/not-found.csv' }),
    enterPractice: async () => succeed({}),
    leavePractice: async () => succeed({}),
    printPaper: async () => succeed({}),
    savePaper: async () => succeed({ saved: true, path: '/tmp/receipt.pdf' }),
    copyText: async () => succeed({}),
    reportError: async () => succeed({ reference: 'E-00FF00' }),
    reloadWindow: async () => succeed({}),
    onDeskChanged: () => () => {},
    onAttemptChanged: () => () => {},
    onStoreNamed: () => () => {},
    onCopiesPreparing: () => () => {},
    onOutageChanged: () => () => {},
  }

  readonly store = makeDeskStore(
    {
      api: this.api,
      beep: () => {
        this.beeps += 1
      },
    },
    aDesk(),
    1,
  )

  /** Answers the lookup of that place in the order they were asked, then lets everything settle. */
  async answerLookup(index: number, answer: Answer<'lookup:find'>): Promise<void> {
    this.lookupAnswers[index]?.answer(answer)
    await settled()
  }

  async answerRelated(index: number, answer: Answer<'lookup:related'>): Promise<void> {
    this.relatedAnswers[index]?.answer(answer)
    await settled()
  }

  async answerRefund(index: number, answer: Answer<'refund:issue'>): Promise<void> {
    this.refundAnswers[index]?.answer(answer)
    await settled()
  }
}

/** Runs every promise that can run now. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
