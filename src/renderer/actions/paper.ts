import { localDay } from '../../shared/base/local-time'
import type { AppState } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { call } from '../store/main'
import { fileSaved, notify, type PaperContent, type PaperJob, store } from '../store/store'
import { shiftWords } from '../words/activity'
import { appWords } from '../words/app'
import { paperWords } from '../words/paper'
import { paidWith } from '../words/receipt'

/** A slip says whose payment it was: where the window does not know, main may, from a saved copy. */
export async function putOnPaper(given: PaperContent, way: PaperJob['way']): Promise<void> {
  const content = withGateway(given)
  if (content.subject === 'test_slip') store.setState({ testSlip: { at: 'printing' } })
  if (content.subject !== 'outcome') return store.setState({ paperJob: { content, way } })
  const { marker } = content.attempt.intent
  const evidence = await call('activity:open', { marker })
  // What the journal says now: how many slips there are, and an outcome that may have changed on the way here.
  const newest = evidence.ok ? evidence.value : content
  const storeId = content.storeId || newest.storeId
  store.setState({ paperJob: { content: { ...content, attempt: newest.attempt, storeId }, way } })
}

/** The way the money goes back is the way it came: known of what was looked up here lately. */
function withGateway(content: PaperContent): PaperContent {
  if (content.subject !== 'outcome') return content
  const { id } = content.attempt.intent
  const found = store.getState().recent.find((each) => each.record.id === id)
  return found === undefined ? content : { ...content, gateway: paidWith(found.record, 'customer') }
}

/** Hands what is laid out to the printer or a file, and says what came of it. @param height in millimetres; null when it could not be laid out */
export async function paperReady(job: PaperJob, height: number | null): Promise<void> {
  if (store.getState().paperJob !== job) return
  const { subject } = job.content
  // Whoever tries the printer looks at the button: what came of it is said there.
  const isTest = subject === 'test_slip'
  const failed = (fault: Fault) =>
    isTest
      ? store.setState({ testSlip: { at: 'failed', fault } })
      : notify({ kind: 'fault', fault, paper: nameOf(job.content) })
  if (height === null) {
    store.setState({ paperJob: null })
    return failed({ kind: 'print_failed', why: 'no_barcode' })
  }
  const marker = job.content.subject === 'outcome' ? job.content.attempt.intent.marker : ''
  const paper = paperOf(job.content, store.getState().app.paper)
  const order = { subject, marker, paper, height }
  const answer =
    job.way === 'print'
      ? await call('paper:print', order)
      : await call('paper:save-pdf', { ...order, suggestedName: suggestedName(job.content) })
  store.setState({ paperJob: null })
  if (!answer.ok) failed(answer.fault)
  else if ('saved' in answer.value) fileSaved(answer.value)
  else if (isTest) store.setState({ testSlip: { at: answer.value.done } })
  else if (answer.value.done === 'printed') notify({ kind: 'printed' })
}

/** A store copy is a sheet of A4, whatever paper the till has; everything else goes on the till's own. */
export function paperOf({ subject }: PaperContent, tillPaper: AppState['paper']): AppState['paper'] {
  return subject === 'store_copy' ? 'a4' : tillPaper
}

/** A file name that says what is inside, in any script, without characters that a file system refuses; short enough for the channel. */
export function suggestedName(content: PaperContent): string {
  const plain = nameOf(content).replace(/[^\p{L}\p{M}\p{N}_ .-]/gu, '')
  return `${[...plain.trim()].slice(0, 55).join('') || 'Tillside'}.pdf`
}

/** What the paper is, in a few words: with what it is found by. */
export function nameOf(content: PaperContent): string {
  switch (content.subject) {
    case 'receipt':
      return paperWords.receipt(content.shown.record.transactionId)
    case 'store_copy':
      return paperWords.storeCopy(content.shown.record.transactionId)
    case 'outcome':
      return paperWords.slip(content.attempt.intent.marker)
    case 'day':
      return `${appWords.activity} ${content.title}`
    case 'shift':
      return `${shiftWords.title(content.sheet.by.name)} ${localDay(content.sheet.at)}`
    case 'practice_sheet':
      return paperWords.practiceCodes
    case 'test_slip':
      return paperWords.testSlip
  }
}
