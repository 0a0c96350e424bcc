import type { DaySummary, RecentTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { type CodeMatch, codeKinds, kindsToTry } from '../../shared/payment/codes'
import type { Day } from '../../shared/refund/day'
import { lookUp, lookUpAgain } from '../actions/lookups'
import { go, openAttempt } from '../actions/navigation'
import { AttemptLine } from '../outcome/attempt'
import { call, useAnswer } from '../store/main'
import { type Lookup, receiptAt, store, useStore, viewerOf } from '../store/store'
import { PressButton, Section } from '../ui/controls'
import { clockMoment, dayEdge, useFocusOnShow, useRowKeys, useToday } from '../ui/hooks'
import { Amount, Explain, StateTag, Text, UntrustedText } from '../ui/text'
import { codesToTry } from '../words/app'
import { explainFault, mayBeToken } from '../words/faults'
import { moneyOrNone, paidWith, transactionState } from '../words/receipt'
import { lockedState } from '../words/refund'
import { words } from '../words/words'

/** Returns today's summary, reloaded when a refund or the day changes, or for another viewer. */
function useTodaySummary(): DaySummary | null {
  const changed = useStore((state) => state.attemptsChanged)
  const attention = useStore((state) => state.app.attention)
  const on = useStore((state) => state.app.refunds.on)
  const summary = useStore((state) => state.today)
  const today = useToday()
  const viewer = useStore(viewerOf)
  useAnswer(
    [changed, attention, today, viewer],
    () => call('activity:day', { from: dayEdge(today, 'start') ?? 0, to: dayEdge(today, 'end') ?? 0 }),
    (answer) => store.setState({ today: answer.ok ? answer.value : null }),
  )
  return on ? summary : null
}

function Attention({ summary }: { readonly summary: DaySummary }) {
  const { open, moreOpen } = summary
  if (open.length === 0 && moreOpen === 0) return null
  return (
    <Section inPanel title={words.idle.attention}>
      {open.length > 0 && (
        <ul>
          {open.map((attempt) => (
            <AttemptLine key={attempt.intent.marker} attempt={attempt} withCode />
          ))}
        </ul>
      )}
      {moreOpen > 0 && (
        <PressButton onPress={() => openAttempt(null)}>{words.idle.more(moreOpen)}</PressButton>
      )}
    </Section>
  )
}

function Refunded({ day }: { readonly day: Day }) {
  const { sums, open } = day
  return (
    <Section inPanel title={words.idle.refunded}>
      {sums.length === 0 ? (
        <p className="soft">{words.idle.none}</p>
      ) : (
        <ul className="idle-sum">
          {sums.map((sum) => (
            <li key={sum.currency}>
              <Amount size="huge" money={sum} /> <small className="soft">{words.idle.times(sum.count)}</small>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && <p className="soft">{words.idle.unsettled(open.length)}</p>}
    </Section>
  )
}

function CodesToTry() {
  const practice = useStore((state) => state.app.mode === 'practice')
  if (!practice) return null
  return (
    <Section inPanel title={words.idle.practice}>
      <ul className="tiles tight">
        {codesToTry.map(({ code, match, what }) => (
          <li key={code}>
            <button type="button" className="line-button idle-code" onClick={() => void lookUp(code, match)}>
              <span>{what}</span>
              <UntrustedText as="small" className="mono" text={code} />
            </button>
          </li>
        ))}
      </ul>
      <p className="soft">{words.idle.practiceHelp}</p>
    </Section>
  )
}

/** The right of the idle counter: open refunds and today's sums. */
export function IdlePanel() {
  const summary = useTodaySummary()
  return (
    <aside className="panel panel-idle" aria-label={words.idle.title}>
      <div className="panel-body">
        {summary !== null && <Attention summary={summary} />}
        {summary !== null && summary.day !== null && <Refunded day={summary.day} />}
        <CodesToTry />
      </div>
    </aside>
  )
}

/** Returns the code types worth offering after a failure. A 500 says nothing about the other types. */
function otherMatches(lookup: Lookup, fault: Fault): readonly CodeMatch[] {
  const fits = kindsToTry(lookup.code, 'automatic')
  switch (fault.kind) {
    case 'service_error':
    case 'strange_answer':
    case 'other_record':
      return codeKinds.filter(
        (kind) => kind !== 'transaction_id' && kind !== lookup.match && fits.includes(kind),
      )
    case 'not_found':
    case 'code_too_long':
      return lookup.match === 'automatic' ? [] : ['automatic']
    default:
      return []
  }
}

/** Whether the service gave no answer, so that a search of the saved copies may help. */
function unreached({ kind }: Fault): boolean {
  return kind === 'not_connected' || kind === 'no_answer'
}

function mayPass(fault: Fault): boolean {
  return (
    unreached(fault) ||
    (fault.kind === 'service_error' && !mayBeToken(fault)) ||
    fault.kind === 'strange_answer'
  )
}

/** Why there is no receipt, and what to try. */
export function Missed({ lookup, fault }: { readonly lookup: Lookup; readonly fault: Fault }) {
  // A background lookup does not take the focus from a text field.
  const asked = useStore((state) => state.backgroundLookup !== lookup.id)
  const ref = useFocusOnShow<HTMLElement>(lookup.id, true, asked)
  const settings = mayBeToken(fault) || fault.kind === 'not_set_up'
  return (
    <div className="paper-place">
      <section className="paper stack" aria-label={words.scan.missed} tabIndex={-1} ref={ref}>
        <UntrustedText as="p" className="mono code-asked" text={lookup.code} />
        <Explain explanation={explainFault(fault)} tone={fault.kind === 'not_found' ? 'soft' : 'wait'} />
        <div className="row">
          {settings && (
            <PressButton look="go" onPress={() => go('settings')}>
              {words.shell.settings}
            </PressButton>
          )}
          <PressButton look={mayPass(fault) ? 'go' : 'plain'} onPress={() => void lookUpAgain()}>
            {words.outcome.tryAgain}
          </PressButton>
          {unreached(fault) && (
            <PressButton
              onPress={() => {
                store.setState({ searchText: lookup.code })
                go('search')
              }}
            >
              {words.search.field}
            </PressButton>
          )}
          {otherMatches(lookup, fault).map((match) => (
            <PressButton key={match} onPress={() => void lookUpAgain('cashier', match)}>
              {`${words.scan.match}${words.grammar.colon}${words.scan.matches[match]}`}
            </PressButton>
          ))}
        </div>
      </section>
    </div>
  )
}

function RecentRow(props: { readonly recent: RecentTransaction; readonly current: boolean }) {
  const { record, code, foundBy, at, lockedBy } = props.recent
  const { amount, currency } = record
  return (
    <li>
      <button
        type="button"
        className="line-button"
        aria-current={props.current}
        onClick={() => void lookUp(code, foundBy)}
      >
        <UntrustedText as="span" className="mono fine cut" text={code} />
        <b className="money">
          <Text text={moneyOrNone(amount, currency)} />
        </b>
        <small>
          <Text text={paidWith(record)} /> · {clockMoment(at)}
        </small>
        <StateTag state={lockedBy === null ? transactionState(record) : lockedState(lockedBy)} />
      </button>
    </li>
  )
}

/** This till's recent payments. Picking one looks it up. */
export function RecentList() {
  const rowKeys = useRowKeys()
  const recent = useStore((state) => state.recent)
  const current = useStore((state) => receiptAt(state.counter)?.record.id ?? null)
  return (
    <div className="recent stack tight">
      <h2 className="label" id="recent-title">
        {words.scan.recent}
      </h2>
      {recent.length === 0 ? (
        <p className="soft">{words.scan.noRecent}</p>
      ) : (
        <ul className="scrolls" aria-labelledby="recent-title" {...rowKeys}>
          {recent.map((each) => (
            <RecentRow key={each.record.id} recent={each} current={each.record.id === current} />
          ))}
        </ul>
      )}
    </div>
  )
}
