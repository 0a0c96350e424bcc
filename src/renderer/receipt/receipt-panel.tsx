import { useId, useState } from 'react'
import { maySettleByItself } from '../../shared/attempt/attempt-states'
import type { AttemptView, Lock, Stale } from '../../shared/attempt/payment-standing'
import { isolatedText } from '../../shared/base/text'
import type { ActivityPage, ShownTransaction } from '../../shared/contract/contract'
import { formatMoney } from '../../shared/payment/money'
import { refundability, teachesStore } from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import { openAlarms } from '../../shared/refund/refund'
import { lookUpAgain, nextCustomer } from '../actions/lookups'
import { go, openAttempt, openDialog } from '../actions/navigation'
import { startRefund } from '../actions/refunds'
import { sayOwnStore } from '../actions/related'
import { AttemptAlarms, AttemptLine } from '../outcome/attempt'
import { BeforeAndNow, CountDown, NextCheck } from '../outcome/frame'
import { AcceptLowerDialog } from '../people/dialogs'
import { availability, isOpening } from '../store/draft'
import { call, useAnswer } from '../store/main'
import { storeIdOf, useStore } from '../store/store'
import { KeyCap, PressButton, ScrollBody } from '../ui/controls'
import { WhileOpen } from '../ui/dialog'
import { clockMoment, useSecondsSince } from '../ui/hooks'
import { Amount, Explain, SignedAlert, StrongLine, Text } from '../ui/text'
import { fieldName, storeTitle } from '../words/receipt'
import {
  attemptMoney,
  attemptReasonWords,
  attemptState,
  explainBlock,
  explainRefundsOff,
} from '../words/refund'
import { words } from '../words/words'

/** In seconds: a wait as long as this is mentioned. */
const minMentionedS = 2

/**
 * The refundable amount, if the receipt shows another, how it goes back, and the button.
 * @param described the id of the note that the service is still being asked. A press is remembered until it answers.
 */
function StartRefund({ record, described }: { readonly record: Transaction; readonly described?: string }) {
  const judged = refundability(record)
  return (
    <>
      <div className="refundable">
        {judged.kind === 'refundable' && judged.rest.hundredths !== record.amount && (
          <>
            <p className="label">{words.receipt.refundable}</p>
            <Amount as="p" size="big" money={judged.rest} />
          </>
        )}
        <p className="soft">{words.refund.charge}</p>
      </div>
      <PressButton
        look="go"
        incomplete={described !== undefined}
        describedBy={described}
        onPress={startRefund}
      >
        {words.refund.title} <KeyCap name="R" hidden />
      </PressButton>
    </>
  )
}

/** The service is being asked about a saved copy. The layout is already the final one. */
function Asking({ record }: { readonly record: Transaction }) {
  const wanted = useStore((state) => state.savedCopy.at === 'asking' && state.savedCopy.refundWanted === true)
  const lookup = useStore((state) => (state.savedCopy.at === 'asking' ? state.savedCopy.lookup.id : ''))
  const slow = useSecondsSince(lookup) >= minMentionedS
  const described = useId()
  return (
    <>
      <StartRefund record={record} described={described} />
      <p className="soft" id={described} role="status">
        {wanted ? words.refund.asking.slow.next : words.refund.asking.checking}
      </p>
      {slow && <Explain explanation={words.refund.asking.slow} tone="wait" />}
    </>
  )
}

/** The way to a refund, or the one reason why there is none. */
function Offer({ shown }: { readonly shown: ShownTransaction }) {
  const app = useStore((state) => state.app)
  const asking = useStore((state) => state.savedCopy.at === 'asking')
  const wished = useStore((state) => state.keptForm?.reopens === true)
  const { record } = shown
  const given = availability(shown, app)
  switch (given.kind) {
    case 'open':
      return <StartRefund record={record} />
    case 'locked':
      return given.lock.kind === 'attempt' ? (
        <LockingAttempt attempt={given.lock.attempt} />
      ) : (
        <LockingLine lock={given.lock} currency={record.currency} />
      )
    case 'stale':
      return <StaleAnswer shown={shown} stale={given.stale} />
    case 'blocked':
      return <Explain explanation={explainBlock(given.reason, record)} tone="soft" />
    case 'off':
      return (
        <Explain explanation={explainRefundsOff(given.why, app.about.profileMovedFrom)} tone="wait">
          {isOpening(given) && wished && <p role="status">{words.refund.asking.opening}</p>}
          {app.mode !== 'practice' && !isOpening(given) && (
            <PressButton onPress={() => go('settings')}>{words.shell.settings}</PressButton>
          )}
        </Explain>
      )
    case 'saved_copy': {
      if (asking) return <Asking record={record} />
      const { copyOffline, copyBlock } = words.refund
      const isOffline = app.connection.state === 'offline'
      return <Explain explanation={isOffline ? copyOffline : copyBlock} tone="wait" />
    }
    case 'offline':
      return <Explain explanation={words.refund.offline} tone="wait" />
  }
}

/** Beside a receipt: the way to a refund, or why there is none. */
export function ReceiptPanel({ shown }: { readonly shown: ShownTransaction }) {
  return (
    <aside className="panel panel-short" aria-label={words.receipt.panel}>
      <ScrollBody className="panel-body">
        <RefundInDoubt />
        <Offer shown={shown} />
        <div className="panel-foot">
          <PressButton onPress={() => void lookUpAgain()}>{words.receipt.look}</PressButton>
          <PressButton onPress={nextCustomer}>{words.outcome.nextCustomer}</PressButton>
        </div>
        {shown.record.id !== '' && <PaymentRefunds shown={shown} />}
      </ScrollBody>
    </aside>
  )
}

/** Shown while the refund record is off for any reason (refund-protocol.md 11). */
function RefundInDoubt() {
  const on = useStore((state) => state.app.refunds.on)
  if (on) return null
  return (
    <div className="alert alert-wait">
      <p>
        <span aria-hidden="true">? </span>
        <strong>{words.refund.inDoubt.title}</strong>
      </p>
      <p>{words.refund.inDoubt.meaning}</p>
    </div>
  )
}

/** Activity has the rest. */
const maxRefundsListed = 20

/** This till's refunds of the payment, newest first, reloaded on changes. */
function PaymentRefunds({ shown }: { readonly shown: ShownTransaction }) {
  const changed = useStore((state) => state.attemptsChanged)
  const [known, setKnown] = useState<Pick<ActivityPage, 'attempts' | 'reading'>>({
    attempts: [],
    reading: false,
  })
  const { id } = shown.record
  const { service } = shown
  useAnswer(
    [changed, service, id],
    () => call('activity:page', { before: null, count: maxRefundsListed, code: id }),
    (answer) => answer.ok && setKnown(answer.value),
  )
  const attempts = known.attempts.filter(
    ({ intent }) => intent.id === id && intent.serviceAddress === service,
  )
  if (attempts.length === 0 && !known.reading) return null
  return (
    <section>
      <h3 className="label">{words.receipt.refundsTitle}</h3>
      <ul>
        {attempts.map((attempt) => (
          <AttemptLine key={attempt.intent.marker} attempt={attempt} />
        ))}
      </ul>
      {known.reading && <p className="soft">{words.activity.loading}</p>}
    </section>
  )
}

/** Asks whether the payment is this store's, until the till knows its own store. A no is remembered as long as the window. */
export function StoreQuestion({ shown }: { readonly shown: ShownTransaction }) {
  const storeId = storeIdOf(shown)
  const names = useStore((state) => state.stores.names)
  const asks = useStore(
    ({ app, stores }) =>
      teachesStore(storeId, app) && !app.setByPolicy.includes('storeId') && !stores.others.has(storeId),
  )
  const question = useId()
  // The receipt is headed by the name then, which two stores may share.
  const which = names.has(storeId)
    ? `${storeTitle(storeId, names)}${words.grammar.comma}${isolatedText(storeId)}`
    : ''
  if (!asks) return null
  return (
    <fieldset className="store-question row framed fine" aria-labelledby={question}>
      <p id={question}>
        {words.receipt.ownStore} <Text text={which} />
      </p>
      <PressButton onPress={() => void sayOwnStore(shown, true)}>{words.receipt.yes}</PressButton>
      <PressButton onPress={() => void sayOwnStore(shown, false)}>{words.receipt.no}</PressButton>
    </fieldset>
  )
}

const doubt = attemptState('unconfirmed')

/** Whether only a person's decision ends it. */
function needsPerson({ state, forPerson, elsewhere }: AttemptView): boolean {
  return forPerson !== null || elsewhere || !maySettleByItself(state)
}

function LockingAttempt({ attempt }: { readonly attempt: AttemptView }) {
  const { marker, cashier } = attempt.intent
  // A refused refund was answered: what changed since locks it.
  const movedSince = openAlarms(attempt).some(({ alarm }) => alarm === 'moved_after_refusal')
  const which = movedSince ? words.lock.refused : words.lock.which
  const who = cashier === null || cashier.name === '' ? [] : [isolatedText(cashier.name)]
  const earlier = [formatMoney(attemptMoney(attempt)), clockMoment(attempt.createdAt), ...who]
  return (
    <>
      <AttemptAlarms attempt={attempt} />
      <SignedAlert state={doubt} heading={<h2>{words.lock.title}</h2>}>
        <Text as="p" text={which(earlier.join(words.grammar.comma))} />
        <StrongLine text={words.lock.doNotRefund} />
        <p>{needsPerson(attempt) ? words.lock.supervisor : words.lock.checking}</p>
        {attempt.forPerson !== null && <p>{attemptReasonWords(attempt.forPerson, attempt)}</p>}
        <NextCheck attempt={attempt} />
        <p className="soft">
          {words.outcome.lines.marker} <Text text={marker} />
        </p>
      </SignedAlert>
      <PressButton onPress={() => openAttempt(marker)}>{words.outcome.evidence}</PressButton>
    </>
  )
}

function lockMeaning(lock: Exclude<Lock, { kind: 'attempt' }>, currency: string): string {
  const { unread, unreadSome, unreadNamed } = words.lock
  if (lock.kind === 'unread') return unread(lock.marker === '' ? unreadSome : unreadNamed(lock.marker))
  return words.lock.returned(formatMoney({ hundredths: lock.refunded, currency }), clockMoment(lock.since))
}

/** A lock that no refund of this record holds. Only a supervisor ends it. */
function LockingLine(props: {
  readonly lock: Exclude<Lock, { kind: 'attempt' }>
  readonly currency: string
}) {
  const { lock, currency } = props
  return (
    <SignedAlert state={doubt} heading={<h2>{words.lock.title}</h2>}>
      <Text as="p" text={lockMeaning(lock, currency)} />
      <StrongLine text={words.lock.doNotRefund} />
      <PressButton onPress={() => openDialog({ at: 'release', line: lock.line })}>
        {words.lock.release}
      </PressButton>
    </SignedAlert>
  )
}

/** The service reports less refunded than before: since when, and how that ends (refund-protocol.md 2). */
function StaleAnswer({ shown, stale }: { readonly shown: ShownTransaction; readonly stale: Stale }) {
  const money = (hundredths: number) => formatMoney({ hundredths, currency: shown.record.currency })
  return (
    <>
      <div className="alert alert-wait">
        <h2>{words.stale.title}</h2>
        <p>
          {words.stale.lower} {words.stale.since(clockMoment(stale.since))}
        </p>
        <StrongLine text={words.lock.doNotRefund} />
        <BeforeAndNow
          rows={[{ name: fieldName('refunded'), was: money(stale.was), now: money(stale.now) }]}
        />
        {stale.nextCheckAt !== null && (
          <CountDown to={stale.nextCheckAt} now={words.stale.nextNow} later={words.stale.next} />
        )}
        <p>{words.stale.when[stale.accept]}</p>
        {stale.missing.length > 0 && (
          <Text as="p" text={words.stale.missing(stale.missing.join(words.grammar.comma))} />
        )}
        {stale.accept === 'now' && (
          <PressButton onPress={() => openDialog({ at: 'accept_lower' })}>{words.stale.accept}</PressButton>
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
