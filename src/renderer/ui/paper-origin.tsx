import { isPractice } from '../../shared/practice'
import { putOnPaper } from '../actions/paper'
import { type PaperContent, useStore } from '../store/store'
import { appWords, buildWords } from '../words/app'
import { customerWords } from '../words/paper'
import { receiptWords } from '../words/receipt'
import { PressButton } from './controls'
import { Foreign } from './text'

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
export function PracticeMark(props: { readonly service?: string }) {
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

type OriginNames = { readonly service: string; readonly till: string; readonly device: string }

function useOrigin(
  words: OriginNames,
  service: string,
  deviceId: string,
): readonly (readonly [string, string])[] {
  const storeName = useStore((state) => state.app.storeName)
  const lines = [
    [words.service, serviceHost(service)],
    [words.till, storeName],
    [words.device, deviceId],
  ] as const
  return lines.filter(([, value]) => value !== '')
}

/** Names and values, to be compared letter by letter. */
export function Lines(props: { readonly lines: readonly (readonly [string, string])[] }) {
  return props.lines.map(([name, value]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className="mono">
        <Foreign text={value} />
      </dd>
    </div>
  ))
}

/**
 * The small print of every receipt and slip: the service that the payment or the refund was at, this till's store, and
 * the device. With it a slip can be held against what that service knows.
 * @param deviceId the till's own for a receipt; for a refund the one that it was sent with.
 */
export function PaperOrigin(props: { readonly service: string; readonly deviceId: string }) {
  return (
    <dl className="paper-lines paper-origin">
      <Lines lines={useOrigin(customerWords, props.service, props.deviceId)} />
    </dl>
  )
}

/** The same under "More", where the paper on screen has it. */
export function MoreOrigin(props: { readonly service: string }) {
  const deviceId = useStore((state) => state.app.deviceId)
  return (
    <dl className="facts more-section">
      <Lines lines={useOrigin(receiptWords, props.service, deviceId)} />
    </dl>
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
