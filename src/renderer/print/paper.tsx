import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Attempt } from '../../shared/attempt/attempt'
import { meaningOf } from '../../shared/attempt/attempt-states'
import { isolatedText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import { isPractice } from '../../shared/contract/practice'
import { testSlipCode } from '../../shared/contract/set-up'
import { formatMoney } from '../../shared/payment/money'
import { beliedBy } from '../../shared/refund/refund'
import { completed, paperOf, paperReady } from '../actions/paper'
import { DayFigures, SheetFigures } from '../activity/day'
import { MoreContent } from '../receipt/more'
import { ReceiptBody } from '../receipt/receipt'
import { receive } from '../store/main'
import { type PaperContent, type PaperJob, type RelatedRecords, useStore } from '../store/store'
import { drawnAttribute, TransactionBarcode } from '../ui/barcode'
import { exactMoment, slipMoment } from '../ui/hooks'
import { PaperOrigin, PracticeMark, TakenElsewhere, TillMarks, TillName } from '../ui/paper-origin'
import { BigMoney, type Fact, Facts, paperLines, StrongLine, Text } from '../ui/text'
import { languageFor, type ReceiptFor } from '../words/receipt'
import { attemptMoney } from '../words/refund'
import { paperWords, words } from '../words/words'

/** Draws the paper outside the page, as it is once it comes first. The print style sheet shows nothing else. */
export function PaperHost({ job }: { readonly job: PaperJob }) {
  const place = document.getElementById('paper')
  const sheet = useRef<HTMLDivElement>(null)
  const [content, setContent] = useState<PaperContent | null>(null)
  useEffect(() => receive(completed(job.content), setContent), [job])
  useEffect(() => {
    if (sheet.current === null || content === null) return
    // Once only, and not for a job that was given up.
    return receive(laidOut(sheet.current), (height) => paperReady(job, height))
  }, [job, content])
  return place === null || content === null
    ? null
    : createPortal(<PaperSheet content={content} ref={sheet} />, place)
}

/** In milliseconds. The barcode writer may have failed to load. */
const maxLayoutWaitMs = 5000

/**
 * Waits for fonts and barcodes: a partial barcode is unusable.
 * @returns the height in millimetres; null when a barcode is missing
 */
async function laidOut(sheet: HTMLElement): Promise<number | null> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const deadline = performance.now() + maxLayoutWaitMs
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

function Content({ content }: { readonly content: PaperContent }) {
  switch (content.subject) {
    case 'receipt':
      return <ReceiptBody shown={content.shown} to="customer" />
    case 'store_copy':
      return <StoreCopy shown={content.shown} related={content.related} />
    case 'outcome':
      return <CustomerSlip content={content} />
    case 'day':
      return (
        <>
          <Printed />
          <DayFigures title={content.title} day={content.day} />
        </>
      )
    case 'shift':
      return (
        <>
          <TillName />
          <SheetFigures sheet={content.sheet} />
        </>
      )
    case 'test_slip':
      return <TestSlip />
  }
}

/** Customers get receipts and slips. The rest is the store's, in the language of its screen. */
function readerOf({ subject }: PaperContent): ReceiptFor {
  return subject === 'receipt' || subject === 'outcome' ? 'customer' : 'store'
}

/** Returns the service that the content is from: '' for the record, which may be of several; undefined for the connected one. */
function serviceOf(content: PaperContent): string | undefined {
  if (content.subject === 'outcome') return content.attempt.intent.serviceAddress
  if (content.subject === 'day' || content.subject === 'shift') return ''
  return 'shown' in content ? content.shown.service : undefined
}

/** One sheet, 80 mm or A4, with its marks. */
export function PaperSheet(props: { readonly content: PaperContent; readonly ref?: Ref<HTMLDivElement> }) {
  const { content, ref } = props
  const paper = paperOf(
    content,
    useStore((state) => state.app.paper),
  )
  const to = readerOf(content)
  return (
    <div className="print-sheet" lang={languageFor(to)} data-paper={paper} ref={ref}>
      <TillMarks to={to} />
      <PracticeMark service={serviceOf(content)} to={to} />
      <Content content={content} />
    </div>
  )
}

/** Says when the sheet was printed, and at which till. */
function Printed() {
  const tillName = useStore((state) => state.app.tillName)
  const now = exactMoment(Date.now())
  const { printed, printedIn } = words.more
  const when = tillName === '' ? printed(now) : printedIn(now, isolatedText(tillName))
  return <Text as="p" className="paper-printed soft" text={when} />
}

/** The receipt with everything under "More", for the store's files. */
function StoreCopy(props: { readonly shown: ShownTransaction; readonly related: RelatedRecords }) {
  const { shown, related } = props
  return (
    <>
      <h1>{words.more.storeCopy}</h1>
      <Printed />
      <ReceiptBody shown={shown} to="store" />
      <section className="store-copy-more">
        <h2 className="label">{words.receipt.more}</h2>
        <MoreContent shown={shown} related={related} to="store" />
      </section>
    </>
  )
}

const outcomes = { yes: 'refunded', unknown: 'checking', no: 'not_refunded' } as const

/** What a customer is told, by whether the money went out: only certainties. */
const outcomeFor = (attempt: Attempt) =>
  beliedBy(attempt) === null ? outcomes[meaningOf(attempt.state).moneyOut] : 'checking'

type SlipContent = Extract<PaperContent, { subject: 'outcome' }>

function slipLines({ attempt, gateway }: SlipContent) {
  const { intent, createdAt } = attempt
  const { customer, outcome } = paperWords
  const way = gateway === undefined || gateway === '' ? customer.sameWay : gateway
  const lines = [
    [customer.way, outcomeFor(attempt) === 'not_refunded' ? '' : way],
    [customer.dateName, slipMoment(createdAt)],
    [outcome.lines.marker, intent.marker],
    [customer.payment, intent.transactionId],
    [customer.cashier, intent.cashier?.name ?? ''],
  ] as const
  return lines.filter(([, value]) => value !== '')
}

/** Enough to show on any torn part. */
const timesAcross = ['a', 'b', 'c', 'd', 'e', 'f'] as const

function Slip(props: {
  /** A word across the whole slip; null for none. */
  readonly across: string | null
  readonly title: string
  readonly underTitle?: ReactNode
  readonly amount: ReactNode
  readonly sentence: string
  readonly lines: readonly Fact[]
  /** '' for no barcode. */
  readonly code: string
  readonly children?: ReactNode
}) {
  return (
    <div className="customer-slip">
      {props.across !== null && (
        <div className="word-across" aria-hidden="true">
          {timesAcross.map((time) => (
            <span key={time}>{props.across}</span>
          ))}
        </div>
      )}
      <TillName />
      <p className="slip-title">{props.title}</p>
      {props.underTitle}
      <p className="paper-amount money huge">{props.amount}</p>
      <StrongLine text={props.sentence} />
      <Facts mono className={paperLines} rows={props.lines} />
      {props.code !== '' && <TransactionBarcode id={props.code} to="customer" />}
      {props.children}
    </div>
  )
}

/** The customer's slip after a refund: nothing about fees or staff matters. */
export function CustomerSlip({ content }: { readonly content: SlipContent }) {
  const { attempt, storeId } = content
  const { serviceAddress, deviceId, transactionId } = attempt.intent
  const practice = useStore((state) => isPractice(state.app, serviceAddress))
  const outcome = outcomeFor(attempt)
  const { customer } = paperWords
  return (
    <Slip
      across={practice ? customer.across : null}
      title={customer.titles[outcome]}
      underTitle={
        <>
          {attempt.slips > 0 && <StrongLine text={customer.copy(String(attempt.slips + 1))} />}
          <TakenElsewhere storeId={storeId} to="customer" />
        </>
      }
      amount={<BigMoney text={formatMoney(attemptMoney(attempt))} />}
      sentence={customer.sentences[outcome]}
      lines={slipLines(content)}
      code={transactionId}
    >
      <PaperOrigin service={serviceAddress} deviceId={deviceId} to="customer" />
    </Slip>
  )
}

/** A sample to try the printer with, laid out like a refund slip. */
export function TestSlip() {
  const { deviceId, paper } = useStore((state) => state.app)
  const { customer } = paperWords
  return (
    <Slip
      across={words.testSlip.across}
      title={words.testSlip.title}
      amount={words.testSlip.amount}
      sentence={words.testSlip.sentence}
      lines={[
        [customer.dateName, slipMoment(Date.now())],
        [words.settings.printing.paper, words.settings.papers[paper]],
        [words.testSlip.letters, words.testSlip.lettersSample],
        [words.receipt.device, deviceId],
      ]}
      code={testSlipCode}
    />
  )
}
