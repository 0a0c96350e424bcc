import { demoCodes, practiceCodes, practicePin } from '../../shared/contract/practice'
import { putOnPaper } from '../actions/paper'
import { Barcode } from '../ui/barcode'
import { PressButton } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { receiptWords } from '../words/receipt'
import { problemWords } from '../words/settings'
import { words } from '../words/words'

/** Three codes to a row. */
const codeWidth = { screen: 270, paper: 200 } as const

function Code(props: {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly on: 'screen' | 'paper'
}) {
  const { code, title, text, on } = props
  return (
    <li className="sheet-code framed fine">
      <Barcode kind="code128" text={code} label={receiptWords.barcode(code)} on={on} width={codeWidth[on]} />
      <p className="mono">{code}</p>
      <p>
        <strong>{title}</strong>
      </p>
      {text !== '' && <p className="soft">{text}</p>}
    </li>
  )
}

/** Practice receipts and the codes that simulate problems, as barcodes to scan off paper or screen. */
export function PracticeSheet({ on }: { readonly on: 'screen' | 'paper' }) {
  return (
    <div className="sheet-codes stack">
      <p>{words.welcome.sheetIntro}</p>
      <p>{words.welcome.sheetPin(practicePin)}</p>
      <h3 className="label">{words.welcome.receipts}</h3>
      <ul className="tiles">
        {demoCodes.map((demo) => (
          <Code key={demo.code} code={demo.code} title={words.welcome.demos[demo.code]} text="" on={on} />
        ))}
      </ul>
      <h3 className="label">{words.welcome.faults}</h3>
      <ul className="tiles">
        {practiceCodes.map((practice) => (
          <Code
            key={practice.code}
            code={practice.code}
            title={words.welcome.problems[practice.code].title}
            text={problemWords(practice)}
            on={on}
          />
        ))}
      </ul>
    </div>
  )
}

export function PracticeSheetDialog() {
  const content = { subject: 'practice_sheet' } as const
  return (
    <DialogWindow
      title={words.welcome.sheetTitle}
      wide
      actions={
        <>
          <PressButton onPress={() => putOnPaper(content, 'print')}>{receiptWords.print}</PressButton>
          <PressButton onPress={() => putOnPaper(content, 'pdf')}>{receiptWords.savePdf}</PressButton>
        </>
      }
    >
      <PracticeSheet on="screen" />
    </DialogWindow>
  )
}
