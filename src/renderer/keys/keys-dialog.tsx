import { maxReasons } from '../../shared/people/rules'
import { KeyCap } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { keyHints } from '../words/common'
import { keysDialogWords } from '../words/counter'
import { words } from '../words/words'

const { scan, nextScan, enter, search, back, next, lock, all, larger, usual } = keyHints
const { refund, look, print, reason, reasonInAmount, part, amountDone, confirm, choose, open } = keyHints

const groups = {
  everywhere: [scan, enter, search, back, lock, all, larger, usual],
  receipt: [refund, look, print, next],
  refund: [reason(maxReasons), reasonInAmount(maxReasons), part, amountDone, confirm, back],
  outcome: [nextScan, print, next],
  list: [choose, open, back],
} as const

export function KeysDialog() {
  return (
    <DialogWindow title={keysDialogWords.title}>
      <div className="tiles">
        {(['everywhere', 'receipt', 'refund', 'outcome', 'list'] as const).map((group) => (
          <section key={group}>
            <h3 className="label">{keysDialogWords.groups[group]}</h3>
            <dl className="facts">
              {groups[group].map((hint) => (
                <div key={`${hint.key} ${hint.does}`}>
                  <dt>
                    <KeyCap name={hint.key} />
                  </dt>
                  <dd>{hint.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="soft">{keysDialogWords.scanAnywhere}</p>
      <p className="soft">{keysDialogWords.single}</p>
      <p className="soft">{keysDialogWords.haste}</p>
      <p className="soft">{words.keys.none}</p>
    </DialogWindow>
  )
}
