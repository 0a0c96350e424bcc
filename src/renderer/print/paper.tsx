import { useEffect, useRef } from 'react'
import type { ShownTransaction } from '../../shared/contract'
import { MoreContent } from '../receipt/more'
import { ReceiptBody } from '../receipt/receipt'
import { useStore } from '../store/store-context'
import type { PaperContent, PaperJob, RelatedRecords } from '../store/store-state'
import { drawnAttribute } from '../ui/barcode'
import { clockTime, dayText } from '../ui/clock'
import { PracticeMark, TillMarks } from '../ui/paper-origin'
import { Sentence } from '../ui/text'
import { PracticeSheet } from '../welcome/practice-sheet'
import { moreWords } from '../words/more-words'
import { receiptWords } from '../words/receipt'
import { CustomerSlip } from './customer-slip'
import { paperOf } from './paper-job'
import { TestSlip } from './test-slip'

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
  const paperReady = useStore((state) => state.paperReady)
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
  }, [job, paperReady])
  return (
    <div className="print-sheet" data-paper={paper} data-subject={job.content.subject} ref={ref}>
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
