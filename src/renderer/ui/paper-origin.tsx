import { isPractice } from '../../shared/contract/practice'
import { putOnPaper } from '../actions/paper'
import { type PaperContent, useStore } from '../store/store'
import { buildWords } from '../words/app'
import { storeNote } from '../words/receipt'
import { paperWords, words } from '../words/words'
import { PressButton } from './controls'
import { type Fact, Facts, paperLines, Text, UntrustedText } from './text'

/** Buttons that print a sheet or save it. */
export function PaperButtons(props: { readonly content: PaperContent; readonly look?: 'quiet' }) {
  const { content, look = 'plain' } = props
  return (
    <>
      <PressButton look={look} onPress={() => void putOnPaper(content, 'print')}>
        {words.receipt.print}
      </PressButton>
      <PressButton look={look} onPress={() => void putOnPaper(content, 'pdf')}>
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
export function PracticeMark(props: { readonly service?: string | undefined }) {
  const practice = useStore((state) => isPractice(state.app, props.service))
  return practice ? <p className="practice-mark">{words.shell.practiceBand}</p> : null
}

/** Says on paper that the records are another till's, or that the build is not for stores. */
export function TillMarks() {
  const about = useStore((state) => state.app.about)
  const marks = [about.foreignProfile ? words.shell.foreignBand : '', buildWords(about)]
  return marks.filter(Boolean).map((mark) => (
    <p className="practice-mark" key={mark}>
      {mark}
    </p>
  ))
}

/** The store's name, or that the till has none yet. */
export function StoreName() {
  const storeName = useStore((state) => state.app.storeName)
  return (
    <p className="paper-store">
      <UntrustedText text={storeName === '' ? words.shell.brand : storeName} />
    </p>
  )
}

/** Names the store that took the payment, if it is another one. `storeId` is '' when unknown. */
export function TakenElsewhere({ storeId }: { readonly storeId: string }) {
  const note = useStore((state) => storeNote(storeId, state.app, state.stores.names))
  return note !== null && <Text as="p" className="paper-elsewhere framed fine" text={note} />
}

/**
 * The small print: service, store and device, to compare the slip with the service's data, and whether this is a test
 * build.
 * @param deviceId the till's own on a receipt; on a refund slip the one that it was sent with
 */
export function PaperOrigin(props: {
  readonly service: string
  readonly deviceId: string
  /** On screen it stands under "More". */
  readonly on?: 'screen' | 'paper'
}) {
  const { service, deviceId, on = 'paper' } = props
  const { storeName, about } = useStore((state) => state.app)
  const { receipt, settings } = on === 'paper' ? paperWords : words
  const rows: readonly Fact[] = [
    [settings.service.title, serviceHost(service)],
    [receipt.till, storeName],
    [receipt.device, deviceId],
    [words.shell.brand, on === 'paper' && about.testBuild ? words.shell.testBuild : ''],
  ]
  return (
    <Facts
      mono
      className={on === 'paper' ? `${paperLines} paper-origin` : 'facts more-section'}
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
