import type { ShownTransaction } from '../../shared/contract'
import { formatMoney } from '../../shared/money'
import type { Stale } from '../../shared/payment-standing'
import { BeforeAndNow } from '../outcome/before-and-now'
import { useStore } from '../store/store-context'
import { AcceptLowerDialog } from '../supervisor/accept-lower-dialog'
import { clockMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Sentence } from '../ui/text'
import { secondsUntil, useNow } from '../ui/use-now'
import { WhileOpen } from '../ui/while-open'
import { acceptWords, staleWords as words } from '../words/counter'

function rowsOf({ kind, was, now }: Stale, currency: string) {
  const money = (hundredths: number) => formatMoney({ hundredths, currency })
  // A time beside an amount that went back would only distract from the money.
  return kind === 'refunded'
    ? [{ name: words.refunded, was: money(was.refunded), now: money(now.refunded) }]
    : [{ name: words.updatedAt, was: was.updatedAt, now: now.updatedAt }]
}

function AskedAgain(props: { readonly at: string }) {
  const now = useNow()
  return (
    <p className="next-check" aria-live="off">
      {words.next(secondsUntil(props.at, now))}
    </p>
  )
}

/** The service says something older, or less, than before: what, since when, and how it ends (refund-protocol.md 2). */
export function StaleAnswer(props: { readonly shown: ShownTransaction; readonly stale: Stale }) {
  const { shown, stale } = props
  const openDialog = useStore((state) => state.openDialog)
  const since = clockMoment(stale.since, Date.now())
  return (
    <>
      <div className="alert alert-wait">
        <h2>{words.title}</h2>
        <p>
          {stale.kind === 'time' ? words.older : words.lower} {words.since(since)}
        </p>
        <p>
          <strong>{words.doNotRefund}</strong>
        </p>
        <BeforeAndNow
          heads={{ was: words.before, now: words.now }}
          rows={rowsOf(stale, shown.record.currency)}
        />
        {stale.nextCheckAt !== null && <AskedAgain at={stale.nextCheckAt} />}
        <p>{acceptWords(stale)}</p>
        {stale.missing.length > 0 && (
          <p>
            <Sentence text={words.missing(stale.missing.join(', '))} />
          </p>
        )}
        {stale.accept === 'now' && (
          <PressButton onPress={() => openDialog('accept_lower')}>{words.accept}</PressButton>
        )}
      </div>
      {stale.accept === 'now' && (
        <WhileOpen dialog="accept_lower">
          <AcceptLowerDialog shown={shown} stale={stale} />
        </WhileOpen>
      )}
    </>
  )
}
