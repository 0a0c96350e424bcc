import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { ShownTransaction } from '../../shared/contract'
import { formatMoney } from '../../shared/money'
import { isPractice } from '../../shared/practice'
import { testSlipCode } from '../../shared/set-up'
import { paperOf, paperReady } from '../actions/paper'
import { DayFigures } from '../activity/day'
import { MoreContent } from '../receipt/more'
import { ReceiptBody } from '../receipt/receipt'
import type { PaperContent, PaperJob, RelatedRecords } from '../store/store'
import { useStore } from '../store/store'
import { drawnAttribute, TransactionBarcode } from '../ui/barcode'
import { clockTime, dayText } from '../ui/clock'
import { Lines, PaperOrigin, PracticeMark, TillMarks } from '../ui/paper-origin'
import { BigMoney, Foreign, Sentence } from '../ui/text'
import { PracticeSheet } from '../welcome/practice-sheet'
import { moreWords } from '../words/counter'
import { speech } from '../words/locale'
import { customerOutcome, customerWords, testSlipWords } from '../words/paper'
import { receiptWords, takenAt } from '../words/receipt'
import { settingsWords } from '../words/settings'
import { attemptMoney } from '../words/states'

/** Lays out what goes on paper, beside the page; the print style sheet shows only this. */
export function PaperHost({ job }: { readonly job: PaperJob }) {
  const place = document.getElementById('paper')
  return place === null ? null : createPortal(<PaperSheet job={job} />, place)
}

/** How long the barcodes may take, in milliseconds: their code may not have come at all. */
const patience = 5000

/**
 * Waits for fonts and barcodes: half a barcode on paper is worth nothing.
 * @returns how long the sheet is, in millimetres; null when the barcodes did not come
 */
async function laidOut(sheet: HTMLElement): Promise<number | null> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const deadline = performance.now() + patience
  await document.fonts.ready
  while (sheet.querySelector(`canvas:not([${drawnAttribute}])`) !== null) {
    if (performance.now() > deadline) return null
    await nextFrame()
  }
  await nextFrame()
  return millimetres(sheet)
}

/** CSS has 96 pixels in an inch of 25.4 mm, on screen and on paper. */
function millimetres(sheet: HTMLElement): number {
  return Math.max(1, Math.min(2000, Math.ceil((sheet.offsetHeight * 25.4) / 96)))
}

function Content(props: { readonly content: PaperContent }) {
  const { content } = props
  switch (content.subject) {
    case 'receipt':
      return (
        <>
          <TillMarks />
          <PracticeMark service={content.shown.service} />
          <ReceiptBody shown={content.shown} to="customer" />
        </>
      )
    case 'store_copy':
      return <StoreCopy shown={content.shown} related={content.related} />
    case 'outcome':
      return <CustomerSlip content={content} />
    case 'day':
      return (
        <>
          <TillMarks />
          <PracticeMark />
          <DayFigures title={content.title} day={content.day} />
        </>
      )
    case 'practice_sheet':
      return (
        <>
          <TillMarks />
          <PracticeMark />
          <PracticeSheet on="paper" />
        </>
      )
    case 'test_slip':
      return <TestSlip />
  }
}

/** One sheet, 80 mm or A4, with the marks that belong on it. */
export function PaperSheet(props: { readonly job: PaperJob }) {
  const tillPaper = useStore((state) => state.app.paper)
  const ref = useRef<HTMLDivElement>(null)
  const { job } = props
  const paper = paperOf(job.content, tillPaper)
  useEffect(() => {
    let current = true
    const sheet = ref.current
    // Hands over once, and only the job that is laid out here.
    if (sheet !== null) void laidOut(sheet).then((height) => (current ? paperReady(job, height) : undefined))
    return () => {
      current = false
    }
  }, [job])
  return (
    <div
      className="print-sheet"
      lang={job.content.subject === 'store_copy' ? undefined : speech.paper[0]}
      data-paper={paper}
      data-subject={job.content.subject}
      ref={ref}
    >
      <Content content={job.content} />
    </div>
  )
}

/** The receipt with all that stands under "More", for the store's own files: always A4. */
function StoreCopy(props: { readonly shown: ShownTransaction; readonly related: RelatedRecords['records'] }) {
  const { shown, related } = props
  const storeName = useStore((state) => state.app.storeName)
  const now = Date.now()
  return (
    <>
      <TillMarks />
      <PracticeMark service={shown.service} />
      <h1 className="store-copy-title">{moreWords.storeCopy}</h1>
      <p className="store-copy-printed">
        <Sentence text={moreWords.printed(`${dayText(now)} ${clockTime(now)}`, storeName)} />
      </p>
      <ReceiptBody shown={shown} to="store" />
      <section className="store-copy-more">
        <h2 className="label">{receiptWords.more}</h2>
        <MoreContent shown={shown} related={related} on="paper" />
      </section>
    </>
  )
}

type SlipContent = Extract<PaperContent, { subject: 'outcome' }>

function slipLines({ attempt, gateway }: SlipContent) {
  const { intent, createdAt } = attempt
  const way = gateway === undefined || gateway === '' ? customerWords.sameWay : gateway
  const lines = [
    [customerWords.way, customerOutcome(attempt.state) === 'not_refunded' ? '' : way],
    [customerWords.dateName, customerWords.date(createdAt)],
    [customerWords.refundNo, intent.marker],
    [customerWords.payment, intent.transactionId],
    [customerWords.cashier, intent.cashier],
  ] as const
  return lines.filter(([, value]) => value !== '')
}

/** PRACTICE over the whole slip. */
function PracticeAcross({ service }: { readonly service: string }) {
  const practice = useStore((state) => isPractice(state.app, service))
  return practice ? <Across word={customerWords.across} /> : null
}

/** What the customer takes home after a refund, in words for the customer: nothing of fees, or of what staff must do. */
export function CustomerSlip({ content }: { readonly content: SlipContent }) {
  const { attempt, storeId } = content
  const { intent } = attempt
  const app = useStore((state) => state.app)
  const elsewhere = useStore((state) => takenAt(storeId, state.app, state.stores.names))
  const outcome = customerOutcome(attempt.state)
  return (
    <div className="customer-slip">
      <PracticeAcross service={intent.serviceAddress} />
      <TillMarks />
      <PracticeMark service={intent.serviceAddress} />
      <p className="paper-store">
        <Foreign text={app.storeName === '' ? receiptWords.noStore : app.storeName} />
      </p>
      <p className="slip-title">{customerWords.title(outcome)}</p>
      {attempt.slips > 0 && <p className="slip-copy">{customerWords.copy(attempt.slips + 1)}</p>}
      {elsewhere !== null && (
        <p className="paper-elsewhere">
          <Sentence text={elsewhere} />
        </p>
      )}
      <p className="paper-amount money huge">
        <BigMoney text={formatMoney(attemptMoney(attempt))} />
      </p>
      <p className="slip-sentence">{customerWords.sentence(outcome)}</p>
      <dl className="paper-lines">
        <Lines lines={slipLines(content)} />
      </dl>
      {intent.transactionId !== '' && <TransactionBarcode id={intent.transactionId} on="paper" />}
      <PaperOrigin service={intent.serviceAddress} deviceId={intent.deviceId} />
    </div>
  )
}

/** What a printer is tried with: laid out as a refund slip is, with TEST across, and no refund's. */
export function TestSlip() {
  const storeName = useStore((state) => state.app.storeName)
  const deviceId = useStore((state) => state.app.deviceId)
  const paper = useStore((state) => state.app.paper)
  const lines = [
    [testSlipWords.date, customerWords.date(Date.now())],
    [testSlipWords.paper, settingsWords.papers[paper]],
    [testSlipWords.letters, testSlipWords.lettersSample],
    [testSlipWords.till, deviceId],
  ] as const
  return (
    <div className="customer-slip">
      <Across word={testSlipWords.across} />
      <TillMarks />
      <PracticeMark />
      <p className="paper-store">
        <Foreign text={storeName === '' ? receiptWords.noStore : storeName} />
      </p>
      <p className="slip-title">{testSlipWords.title}</p>
      <p className="paper-amount money huge">{testSlipWords.amount}</p>
      <p className="slip-sentence">{testSlipWords.sentence}</p>
      <dl className="paper-lines">
        <Lines lines={lines} />
      </dl>
      <TransactionBarcode id={testSlipCode} on="paper" />
    </div>
  )
}

/** So often that some of it is on whatever part is torn off. */
const timesAcross = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** One word over the whole slip, behind its own: it is not what it looks like. */
export function Across({ word }: { readonly word: string }) {
  return (
    <div className="word-across" aria-hidden="true">
      {timesAcross.map((time) => (
        <span key={time}>{word}</span>
      ))}
    </div>
  )
}
