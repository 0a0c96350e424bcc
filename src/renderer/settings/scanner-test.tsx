import type { RunReport } from '../scan/keystroke-run'
import { useStore } from '../store/store-context'
import { DialogWindow } from '../ui/dialog'
import { Facts } from '../ui/facts'
import { endingWords, settingsWords, verdictWords } from '../words/settings'

const words = settingsWords.scanner

function Report(props: { readonly report: RunReport }) {
  const { text, keys, pace, widestGap, ending, verdict } = props.report
  const { good, words: said } = verdictWords(verdict)
  const rows = [
    [words.arrived, text],
    [words.keys, String(keys)],
    [words.pace, pace === null || widestGap === null ? '–' : words.paceValue(pace, widestGap)],
    [words.ending, endingWords(ending)],
  ] as const
  return (
    <>
      <Facts mono rows={rows} />
      <div className={good ? 'alert alert-go' : 'alert alert-wait'}>
        <strong>
          <span aria-hidden="true">{good ? '✓' : '!'}</span> {said}
        </strong>
      </div>
    </>
  )
}

/** Shows what a scanner types; scans are no lookups while it is open. */
export function ScannerTest() {
  const report = useStore((state) => state.scannerReport)
  return (
    <DialogWindow title={words.test}>
      <p>{words.scanNow}</p>
      <div aria-live="polite">
        {report === null ? <p className="soft">{words.nothing}</p> : <Report report={report} />}
      </div>
    </DialogWindow>
  )
}
