import { isPractice } from '../../shared/contract/practice'
import { putOnPaper } from '../actions/paper'
import { type PaperContent, useStore } from '../store/store'
import { buildWords } from '../words/app'
import { type ReceiptFor, storeNote, wordsFor } from '../words/receipt'
import { words } from '../words/words'
import { PressButton } from './controls'
import { type Fact, Facts, paperLines, Text, UntrustedText } from './text'

/** Buttons that print a sheet or save it. */
export function PaperButtons(props: { readonly content: PaperContent; readonly look?: 'quiet' }) {
  const { content, look = 'plain' } = props
  return (
    <>
      <PressButton look={look} onPress={() => putOnPaper(content, 'print')}>
        {words.receipt.print}
      </PressButton>
      <PressButton look={look} onPress={() => putOnPaper(content, 'pdf')}>
        {words.receipt.savePdf}
      </PressButton>
    </>
  )
}

/** The same below the sheet that they are about. */
export function PaperFoot({ content }: { readonly content: PaperContent }) {
  return (
    <div className="row paper-foot">
      <PaperButtons content={content} look="quiet" />
    </div>
  )
}

/** Says on paper that no real money moved. Without `service`, for the connected one. */
export function PracticeMark(props: { readonly service?: string | undefined; readonly to: ReceiptFor }) {
  const practice = useStore((state) => isPractice(state.app, props.service))
  return practice ? <p className="practice-mark">{wordsFor(props.to).shell.practiceBand}</p> : null
}

/** Says on paper that the records are another till's, or that the build is not for stores. */
export function TillMarks({ to }: { readonly to: ReceiptFor }) {
  const about = useStore((state) => state.app.about)
  const marks = [about.foreignProfile ? wordsFor(to).shell.foreignBand : '', buildWords(about, to)]
  return marks.filter(Boolean).map((mark) => (
    <p className="practice-mark" key={mark}>
      {mark}
    </p>
  ))
}

/** The store's name, or that the till has none yet. */
export function TillName() {
  const tillName = useStore((state) => state.app.tillName)
  return (
    <p className="paper-store">
      <UntrustedText text={tillName === '' ? words.shell.brand : tillName} />
    </p>
  )
}

/** Names the store that took the payment, if it is another one. `storeId` is '' when unknown. */
export function TakenElsewhere({ storeId, to }: { readonly storeId: string; readonly to: ReceiptFor }) {
  const note = useStore((state) => storeNote(storeId, state.app, state.stores.names, to))
  return note !== null && <Text as="p" className="paper-elsewhere framed fine" text={note} />
}

/**
 * The small print: service, store and device, to compare the slip with the service's data, and whether this is a test
 * build.
 * @param deviceId the one that a refund was sent with; the till's own unless given
 */
export function PaperOrigin(props: {
  readonly service: string
  readonly deviceId?: string
  /** On screen it stands under "More". */
  readonly to: ReceiptFor
}) {
  const { service, to } = props
  const { tillName, deviceId, about } = useStore((state) => state.app)
  const { receipt, settings, shell } = wordsFor(to)
  const rows: readonly Fact[] = [
    [settings.service.title, serviceHost(service)],
    [receipt.till, tillName],
    [receipt.device, props.deviceId ?? deviceId],
    [shell.brand, to !== 'screen' && about.testBuild ? shell.testBuild : ''],
  ]
  return (
    <Facts
      mono
      className={to === 'screen' ? 'facts more-section' : `${paperLines} paper-origin`}
      rows={rows.filter(([, value]) => value !== '')}
    />
  )
}

/** Returns the host of a service, with an unusual port. A name that is not an address, as in practice, stays as it is. */
export function serviceHost(service: string): string {
  try {
    return new URL(service).host || service
  } catch {
    return service
  }
}
