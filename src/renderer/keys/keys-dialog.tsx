import { maxReasons } from '../../shared/people/rules'
import { KeyCap } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { Facts } from '../ui/text'
import { confirmKey, keyHints } from '../words/common'
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
    <DialogWindow title={words.keysDialog.title}>
      <div className="key-groups">
        {(['everywhere', 'receipt', 'refund', 'outcome', 'list'] as const).map((group) => (
          <section key={group}>
            <h3 className="label">{words.keysDialog.groups[group]}</h3>
            <Facts rows={groups[group].map(({ key, does }) => [<KeyCap key="key" name={key} />, does])} />
          </section>
        ))}
      </div>
      <p className="soft">{words.keysDialog.scanAnywhere}</p>
      <p className="soft">{words.keysDialog.single}</p>
      <p className="soft">{words.keysDialog.haste(confirmKey)}</p>
    </DialogWindow>
  )
}
