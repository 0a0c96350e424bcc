import type { ReactNode } from 'react'
import { isPractice } from '../../shared/contract/practice'
import type { PlainField } from '../../shared/payment/transaction'
import { putOnPaper } from '../actions/paper'
import { type PaperContent, useStore } from '../store/store'
import { appWords, buildWords } from '../words/app'
import { customerWords } from '../words/paper'
import { receiptWords, takenAt } from '../words/receipt'
import { PressButton } from './controls'
import { CopyButton, type Fact, Facts, Foreign, Sentence } from './text'

/** Under a sheet on screen: the ways to have it on paper. */
export function PaperFoot({ content }: { readonly content: PaperContent }) {
  return (
    <div className="row paper-foot">
      <PressButton look="quiet" onPress={() => void putOnPaper(content, 'print')}>
        {receiptWords.print}
      </PressButton>
      <PressButton look="quiet" onPress={() => void putOnPaper(content, 'pdf')}>
        {receiptWords.savePdf}
      </PressButton>
    </div>
  )
}

/** Says on paper that no real money moved, where the service that it comes from said so; left out, the connected one. */
export function PracticeMark(props: { readonly service?: string | undefined }) {
  const practice = useStore((state) => isPractice(state.app, props.service))
  return practice ? <p className="practice-mark">{appWords.practiceBand}</p> : null
}

/** Says on paper what the window's frame says of the whole till: records of another one, a package that is no store's. */
export function TillMarks() {
  const about = useStore((state) => state.app.about)
  const isForStores = about.build === 'package' || about.build === 'checkout'
  const marks = [
    ...(about.foreignProfile ? [appWords.foreignBand] : []),
    ...(isForStores ? [] : [buildWords(about)]),
  ]
  return marks.map((mark) => (
    <p className="practice-mark" key={mark}>
      {mark}
    </p>
  ))
}

/** The store's name at the head of a slip, or that the till has none yet. */
export function StoreName() {
  const storeName = useStore((state) => state.app.storeName)
  return (
    <p className="paper-store">
      <Foreign text={storeName === '' ? receiptWords.noStore : storeName} />
    </p>
  )
}

/** Which store took the payment, where that is not this till's; `storeId` is '' where nobody knows. */
export function TakenElsewhere({ storeId }: { readonly storeId: string }) {
  const elsewhere = useStore((state) => takenAt(storeId, state.app, state.stores.names))
  return elsewhere === null ? null : (
    <p className="paper-elsewhere framed fine">
      <Sentence text={elsewhere} />
    </p>
  )
}

/** A line of a receipt or of a refund's slip on screen. */
export type PaperLine = {
  readonly name: string
  readonly value: string
  /** The value in our words, where it is a sum that can be read. */
  readonly words?: string | undefined
  /** What the value means, where it would be taken for something else. */
  readonly note?: string | undefined
  readonly field?: PlainField
  readonly strong?: boolean
  readonly copies?: boolean
}

/** A block of lines on the paper: a name, its value, and what the value was or means. */
export function PaperLines(props: {
  readonly lines: readonly PaperLine[]
  /** Whether those that can be copied have a button for it. */
  readonly copying?: boolean
  readonly beside?: (line: PaperLine) => ReactNode
}) {
  return (
    <dl className="paper-lines stack tight fine">
      {props.lines.map((line) => (
        <div key={line.name} className={line.strong === true ? 'strong' : undefined}>
          <dt>{line.name}</dt>
          <dd className={line.copies === true ? 'mono' : undefined}>
            {line.words === undefined ? <Foreign text={line.value} /> : <Sentence text={line.words} />}
            {line.note !== undefined && ` · ${line.note}`}
            {props.beside?.(line)}
            {props.copying === true && line.copies === true && (
              <CopyButton name={line.name} text={line.value} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * The small print of every receipt and slip: the service that the payment or the refund was at, this till's store, and
 * the device; and quietly that the program is no store's. With it a slip can be held against what that service knows.
 * @param deviceId the till's own for a receipt; for a refund the one that it was sent with.
 */
export function PaperOrigin(props: {
  readonly service: string
  readonly deviceId: string
  /** The same stands under "More" of the receipt on screen. */
  readonly on?: 'screen' | 'paper'
}) {
  const { service, deviceId, on = 'paper' } = props
  const { storeName, about } = useStore((state) => state.app)
  const words = on === 'paper' ? customerWords : receiptWords
  const rows: readonly Fact[] = [
    [words.service, serviceHost(service)],
    [words.till, storeName],
    [words.device, deviceId],
    ['Tillside', on === 'paper' && about.testBuild ? appWords.testBuild : ''],
  ]
  return (
    <Facts
      mono
      className={on === 'paper' ? 'paper-lines paper-origin stack tight' : 'facts more-section'}
      rows={rows.filter(([, value]) => value !== '')}
    />
  )
}

/**
 * The host of a payment service as paper names it, with its port where that is not the usual one. A name that is no
 * address (practice has one) stands as it is.
 * @param service the service's name, as a receipt or a refund carries it.
 */
export function serviceHost(service: string): string {
  try {
    return new URL(service).host || service
  } catch {
    return service
  }
}
