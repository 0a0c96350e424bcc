import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Answer } from '../../shared/contract/contract'
import { aDay, anAppState, thePeople } from '../../shared/testing/app-state-sample'
import { aRecord } from '../../shared/testing/record-sample'
import type { PaperContent } from '../store/store'
import { store } from '../store/store'
import { playMain } from '../store/testing/play-main'
import { anAttempt, aShown } from '../store/testing/samples'
import { faultNoticeWords, noticeWords } from '../words/app'
import { completed, paperNotLaidOut, paperReady, putOnPaper, suggestedName } from './paper'

const slip = { subject: 'outcome', attempt: anAttempt({ state: 'refunded' }), storeId: '' } as const
const receipt: PaperContent = { subject: 'receipt', shown: aShown(1) }
const noPaper = fail({ kind: 'print_failed', why: 'no_printer' } as const)

/** Lays out the content at this height, answers for the printer, and returns the messages. */
async function printed(
  content: PaperContent,
  answer: Answer<'paper:print'>,
  height: number | null = 120,
  main = playMain(),
) {
  main.printAnswer = answer
  putOnPaper(content, 'print')
  const [job] = store.getState().papers
  if (job === undefined) throw new Error('Nothing was laid out')
  await paperReady(job, height)
  const { faults, notice, papers } = store.getState()
  const failed = faults.map((fault) => faultNoticeWords(fault).join(' '))
  return { job, said: [...failed, ...(notice === null ? [] : [noticeWords(notice)])], papers }
}

describe('what did not come out of the printer', () => {
  it('is named, because by then something else may be on the screen', async () => {
    expect((await printed(slip, noPaper)).said).toEqual([
      'Not printed: refund slip R-7K3QX9A2MD. No printer is set up on this PC. Save as PDF, or ask IT.',
    ])
    expect((await printed(receipt, noPaper)).said[0]).toMatch(
      /^Not printed: receipt \d+\. No printer is set up on this PC\./,
    )
  })

  it('is said after the sign-in where a lock overtook it', async () => {
    const main = playMain({ app: anAppState({ people: thePeople({ staffed: true, locked: true }) }) })
    const { said } = await printed(slip, fail({ kind: 'sign_in_needed' }), 120, main)
    expect(said).toEqual([expect.stringMatching(/^Sign in first: refund slip R-7K3QX9A2MD\./)])
  })

  it('is said where its barcode could not be drawn, and nothing is sent to the printer', async () => {
    const { said, papers } = await printed(slip, succeed({ done: 'printed' }), null)
    const words = 'It couldn’t be laid out for paper. Try again, or call IT support.'
    expect([said, papers]).toEqual([[`Not printed: refund slip R-7K3QX9A2MD. ${words}`], []])
  })

  it('is said of nothing that was printed, and of nothing that was called off', async () => {
    expect((await printed(slip, succeed({ done: 'printed' }))).said).toEqual(['Sent to the printer'])
    expect((await printed(slip, succeed({ done: 'cancelled' }))).said).toEqual([])
  })
})

it('a paper that cannot be drawn is given up, so that a test slip can be tried again', async () => {
  putOnPaper({ subject: 'test_slip' }, 'print')
  paperNotLaidOut()
  const testSlip = { at: 'failed', fault: { kind: 'print_failed', why: 'not_laid_out' } }
  expect(store.getState()).toMatchObject({ testSlip, papers: [] })
})

it('a slip that waits is printed as it was asked for last', () => {
  putOnPaper(receipt, 'print')
  for (const state of ['unconfirmed', 'refunded'] as const)
    putOnPaper({ ...slip, attempt: anAttempt({ state }) }, 'print')
  const waiting = store.getState().papers.slice(1)
  expect(waiting).toMatchObject([{ content: { attempt: { state: 'refunded' } } }])
})

it('papers come out one after the other, and each once however often it was asked for before', async () => {
  const printing: ((answer: Answer<'paper:print'>) => void)[] = []
  playMain({}, { 'paper:print': () => new Promise((done) => printing.push(done)) })
  // Neither payment has a transaction id, so both papers have the same name.
  const of = (id: string): PaperContent => ({
    subject: 'receipt',
    shown: aShown(1, { record: aRecord({ id, transactionId: '' }) }),
  })
  const [first, second] = [of('internal-1'), of('internal-2')]
  const waiting = () => store.getState().papers.map(({ content }) => content)
  putOnPaper(first, 'print')
  const [job] = store.getState().papers
  if (job === undefined) throw new Error('Nothing was laid out')
  for (const content of [second, first, second]) putOnPaper(content, 'print')
  const ready = paperReady(job, 100)
  const before = [waiting(), printing.length]
  for (const end of printing) end(succeed({ done: 'printed' }))
  await ready
  expect([before, waiting()]).toEqual([[[first, second], 1], [second]])
})

it('two shifts of one person on one day are two papers', async () => {
  playMain()
  const by = { id: 'p-ann', name: 'Ann' }
  const at = (hour: number) => new Date(2026, 10, 21, hour).getTime()
  const [morning, evening] = [
    { by, since: at(9), at: at(13), day: aDay() },
    { by, since: at(14), at: at(18), day: aDay() },
  ]
  for (const sheet of [morning, evening, morning]) putOnPaper({ subject: 'shift', sheet }, 'print')
  expect(store.getState().papers.map(({ content }) => content)).toMatchObject([
    { sheet: morning },
    { sheet: evening },
  ])
})

it('a slip is laid out with the slips that the record counts, and the outcome as it is now', async () => {
  const main = playMain()
  main.opened = anAttempt({ state: 'refunded', slips: 2 })
  const asked: PaperContent = { ...slip, attempt: anAttempt({ state: 'unconfirmed' }) }
  // Main may know the payment’s store from a saved copy.
  expect(await completed(asked)).toMatchObject({ attempt: main.opened, storeId: 'store-2' })
})

it('a slip names no way of payment where the payment has none', async () => {
  playMain({}, { 'activity:open': async () => fail({ kind: 'attempt_unknown' }) })
  const record = aRecord({
    id: slip.attempt.intent.id,
    gatewayCode: '',
    fields: { gateway_code: '', gateway_sub_name: '' },
  })
  store.setState({
    recent: [
      {
        ...{ code: record.transactionId, foundBy: 'transaction_id', record },
        at: '2026-11-20T10:28:00.000Z',
        lockedBy: null,
      },
    ],
  })
  expect(await completed(slip)).toEqual(slip)
})

it('a slip whose record can’t be read is laid out as it was asked for', async () => {
  playMain({}, { 'activity:open': async () => fail({ kind: 'attempt_unknown' }) })
  expect(await completed(slip)).toEqual(slip)
})

it('a file is named in any script, without what a file system refuses', () => {
  const named = ['收據/７', '..\\ab:c', '𠮷'.repeat(90)].map((transactionId) =>
    suggestedName({ subject: 'receipt', shown: aShown(1, { record: aRecord({ transactionId }) }) }),
  )
  expect(named).toEqual(['receipt 收據７.pdf', 'receipt ..abc.pdf', `receipt ${'𠮷'.repeat(47)}.pdf`])
})
