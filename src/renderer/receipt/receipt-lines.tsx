import { CopyButton } from '../ui/copy-button'
import type { Changes } from './changed-fields'
import { ChangedBadge, type ReceiptLine } from './receipt-face'

/** A block of lines on the paper: a name, its value, and what the value was or means. */
export function ReceiptLines(props: {
  readonly lines: readonly ReceiptLine[]
  readonly copying: boolean
  readonly changes?: Changes | undefined
}) {
  return (
    <dl className="paper-lines mono">
      {props.lines.map((line) => (
        <div key={line.name} className={line.strong === true ? 'strong' : undefined}>
          <dt>{line.name}</dt>
          <dd>
            {line.value}
            {line.note !== undefined && <span className="line-note">, {line.note}</span>}
            {line.field !== undefined && <ChangedBadge was={props.changes?.fields.get(line.field)} />}
            {props.copying && line.copies === true && <CopyButton name={line.name} text={line.value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
