import { maxReasons } from '../../shared/people/rules'
import { KeyCap } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { type KeyHint, keyHints } from '../words/common'
import { keysDialogWords } from '../words/counter'
import { words } from '../words/words'

const count = maxReasons

const groups: readonly { readonly title: string; readonly keys: readonly KeyHint[] }[] = [
  {
    title: keysDialogWords.groups.everywhere,
    keys: [
      keyHints.scan,
      keyHints.enter,
      keyHints.search,
      keyHints.back,
      keyHints.lock,
      keyHints.all,
      keyHints.larger,
      keyHints.usual,
    ],
  },
  {
    title: keysDialogWords.groups.receipt,
    keys: [keyHints.refund, keyHints.look, keyHints.print, keyHints.next],
  },
  {
    title: keysDialogWords.groups.refund,
    keys: [
      keyHints.reason(count),
      keyHints.reasonInAmount(count),
      keyHints.part,
      keyHints.amountDone,
      keyHints.confirm,
      keyHints.back,
    ],
  },
  { title: keysDialogWords.groups.outcome, keys: [keyHints.nextScan, keyHints.print, keyHints.next] },
  { title: keysDialogWords.groups.list, keys: [keyHints.choose, keyHints.open, keyHints.back] },
]

export function KeysDialog() {
  return (
    <DialogWindow title={keysDialogWords.title}>
      <div className="tiles">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="label">{group.title}</h3>
            <dl className="facts">
              {group.keys.map((hint) => (
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
