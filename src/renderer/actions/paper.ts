import { localDay } from '../../shared/base/local-time'
import { firstCodePoints, isolatedText } from '../../shared/base/text'
import type { AppState } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { walletName } from '../../shared/payment/refund-rules'
import { call } from '../store/main'
import { fileSaved, notify, type PaperContent, type PaperJob, store } from '../store/store'
import { paidWith } from '../words/receipt'
import { words } from '../words/words'

/**
 * Queues something for printing, behind the papers that wait: main prints what the page has laid out at that moment. What is
 * asked for twice before it came out comes once, as it was asked for last; the first is being laid out as it is.
 */
export function putOnPaper(content: PaperContent, way: PaperJob['way']): void {
  if (content.subject === 'test_slip') store.setState({ testSlip: { at: 'printing' } })
  const job = { content, way }
  const { papers } = store.getState()
  const at = papers.findIndex((other) => paperKey(other) === paperKey(job))
  if (at !== 0) store.setState({ papers: at < 0 ? [...papers, job] : papers.with(at, job) })
}

/**
 * Returns the content to lay out. A slip gets what the record says by now: how many slips there are, the outcome and the
 * store; and how it was paid, if it was looked up recently.
 */
export async function completed(content: PaperContent): Promise<PaperContent> {
  if (content.subject !== 'outcome') return content
  const { id, marker } = content.attempt.intent
  const recent = store.getState().recent.find(({ record }) => record.id === id)
  const named = recent !== undefined && recent.record.gatewayCode + walletName(recent.record) !== ''
  const paid = named ? { gateway: paidWith(recent.record, 'customer') } : {}
  const evidence = await call('activity:open', { marker })
  const { attempt, storeId } = evidence.ok ? evidence.value : content
  return { ...content, ...paid, attempt, storeId: content.storeId || storeId }
}

function dropPaper(job: PaperJob): void {
  store.setState({ papers: store.getState().papers.filter((other) => other !== job) })
}

/** Returns what tells a paper from the others that wait. Names can be equal: two payments without a transaction id. */
export function paperKey({ content, way }: PaperJob): string {
  return JSON.stringify([way, content.subject, ...idsOf(content)])
}

function idsOf(content: PaperContent): readonly (string | number)[] {
  switch (content.subject) {
    case 'receipt':
    case 'store_copy':
      return [content.shown.record.id, content.shown.record.updatedAt]
    case 'outcome':
      return [content.attempt.intent.marker]
    case 'day':
      return [content.title]
    case 'shift':
      return [content.sheet.by.id, content.sheet.since, content.sheet.at]
    case 'test_slip':
      return []
  }
}

function paperFailed({ content }: PaperJob, fault: Fault): void {
  // The test slip's result stands beside its button.
  if (content.subject === 'test_slip') store.setState({ testSlip: { at: 'failed', fault } })
  else notify({ kind: 'fault', fault, paper: nameOf(content) })
}

/** Gives up the paper that cannot be laid out, and says so. */
export function paperNotLaidOut(): void {
  const [job] = store.getState().papers
  if (job === undefined) return
  dropPaper(job)
  paperFailed(job, { kind: 'print_failed', why: 'not_laid_out' })
}

/**
 * Sends the laid-out page to the printer or a file and shows the result.
 * @param height in millimetres; null when a barcode is missing
 */
export async function paperReady(job: PaperJob, height: number | null): Promise<void> {
  if (store.getState().papers[0] !== job) return
  if (height === null) return paperNotLaidOut()
  const { subject } = job.content
  const marker = job.content.subject === 'outcome' ? job.content.attempt.intent.marker : ''
  const paper = paperOf(job.content, store.getState().app.paper)
  const order = { subject, marker, paper, height }
  const answer =
    job.way === 'print'
      ? await call('paper:print', order)
      : await call('paper:save-pdf', { ...order, suggestedName: suggestedName(job.content) })
  dropPaper(job)
  if (!answer.ok) paperFailed(job, answer.fault)
  else if ('saved' in answer.value) fileSaved(answer.value)
  else if (subject === 'test_slip') store.setState({ testSlip: { at: answer.value.done } })
  else if (answer.value.done === 'printed') notify({ kind: 'printed' })
}

/** A store copy is always A4; everything else uses the till's paper. */
export function paperOf({ subject }: PaperContent, tillPaper: AppState['paper']): AppState['paper'] {
  return subject === 'store_copy' ? 'a4' : tillPaper
}

/** Returns a file name without characters that file systems reject, short enough for the channel. */
export function suggestedName(content: PaperContent): string {
  const plain = nameOf(content).replace(/[^\p{L}\p{M}\p{N}_ .-]/gu, '')
  return `${firstCodePoints(plain.trim(), 55) || 'Tillside'}.pdf`
}

/** Names the paper in a few words, with what identifies it. */
export function nameOf(content: PaperContent): string {
  switch (content.subject) {
    case 'receipt':
      return words.papers.receipt(content.shown.record.transactionId)
    case 'store_copy':
      return words.papers.storeCopy(content.shown.record.transactionId)
    case 'outcome':
      return words.papers.slip(content.attempt.intent.marker)
    case 'day':
      return `${words.shell.activity} ${content.title}`
    case 'shift':
      return `${words.shift.title(isolatedText(content.sheet.by.name))} ${localDay(content.sheet.at)}`
    case 'test_slip':
      return words.papers.testSlip
  }
}
