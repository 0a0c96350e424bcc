import { testSlipCode } from '../../shared/test-slip'
import { useStore } from '../store/store-context'
import { TransactionBarcode } from '../ui/barcode'
import { Foreign } from '../ui/foreign'
import { PracticeMark, TillMarks } from '../ui/paper-origin'
import { customerWords } from '../words/paper'
import { receiptWords } from '../words/receipt'
import { settingsWords } from '../words/settings'
import { testSlipWords as words } from '../words/test-slip-words'
import { Across } from './across'

/** What a printer is tried with: laid out as a refund slip is, with TEST across, and no refund's. */
export function TestSlip() {
  const storeName = useStore((state) => state.app.storeName)
  const deviceId = useStore((state) => state.app.deviceId)
  const paper = useStore((state) => state.app.paper)
  const lines = [
    [words.date, customerWords.date(Date.now())],
    [words.paper, settingsWords.papers[paper]],
    [words.letters, words.lettersSample],
    [words.till, deviceId],
  ] as const
  return (
    <div className="customer-slip">
      <Across word={words.across} />
      <TillMarks />
      <PracticeMark />
      <p className="paper-store">
        <Foreign text={storeName === '' ? receiptWords.noStore : storeName} />
      </p>
      <p className="slip-title">{words.title}</p>
      <p className="paper-amount mono">{words.amount}</p>
      <p className="slip-sentence">{words.sentence}</p>
      <dl className="paper-lines mono">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Foreign text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <TransactionBarcode id={testSlipCode} on="paper" />
    </div>
  )
}
