import { demoCodes } from '../../shared/demo-codes'
import { type PracticeCode, type PracticeOutcome, practiceCodes } from '../../shared/practice-codes'
import { Barcode } from '../ui/barcode'
import { receiptWords } from '../words/receipt-words'
import { welcomeWords } from '../words/welcome-words'
import './practice-sheet.css'

function outcomeName(outcome: PracticeOutcome): string {
  if (outcome === 'stopped') return welcomeWords.stopped
  return outcome === 'lookup fault' ? welcomeWords.lookupFault : outcome
}

function comesTo(code: PracticeCode): string {
  const first = outcomeName(code.expectedOutcome)
  return code.laterOutcome === null
    ? first
    : `${first}, ${welcomeWords.later} ${outcomeName(code.laterOutcome)}`
}

function Code(props: { readonly code: string; readonly title: string; readonly text: string }) {
  const { code, title, text } = props
  return (
    <li className="sheet-code">
      <Barcode kind="code128" text={code} label={receiptWords.barcode(code)} />
      <p className="mono sheet-text">{code}</p>
      <p>
        <strong>{title}</strong>
      </p>
      {text !== '' && <p className="soft">{text}</p>}
    </li>
  )
}

/** Practice receipts and the codes that misbehave on purpose, with barcodes to scan off paper or screen. */
export function PracticeSheet() {
  return (
    <div className="sheet-codes">
      <p>{welcomeWords.sheetIntro}</p>
      <h3 className="label">{welcomeWords.receipts}</h3>
      <ul>
        {demoCodes.map((demo) => (
          <Code key={demo.code} code={demo.code} title={demo.what} text="" />
        ))}
      </ul>
      <h3 className="label">{welcomeWords.faults}</h3>
      <ul>
        {practiceCodes.map((practice) => (
          <Code
            key={practice.code}
            code={practice.code}
            title={practice.title}
            text={`${practice.whatHappens} ${welcomeWords.outcome}: ${comesTo(practice)}.`}
          />
        ))}
      </ul>
    </div>
  )
}
