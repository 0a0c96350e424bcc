import { expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt/attempt'
import type { FoundCopy } from '../../shared/contract/payment-channels'
import type { Fault } from '../../shared/fault'
import { relatedKinds } from '../../shared/payment/codes'
import { plainFields } from '../../shared/payment/transaction'
import { aRecord } from '../../shared/testing/record-sample'
import { AttemptList, Notices } from '../activity/activity'
import { EvidenceEvents, EvidenceFacts } from '../activity/evidence'
import { Missed } from '../counter/idle-panel'
import {
  BrokenPanel,
  BrokenSlip,
  OutcomePanel,
  OutcomeSlip,
  SendingPanel,
  StoppedPanel,
} from '../outcome/outcome-panel'
import { CustomerSlip } from '../print/paper'
import { MoreContent } from '../receipt/more'
import { changesSince, ReceiptBody } from '../receipt/receipt'
import { ReceiptPanel } from '../receipt/receipt-panel'
import { ReasonPart } from '../refund/refund-form'
import { CopyRow } from '../search/search'
import { Header } from '../shell/app'
import { emptyDraft } from '../store/draft'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown, aStale, lockedBy, returnedLock, unreadLock } from '../store/testing/samples'
import { SelectInput } from '../ui/controls'
import { FaultBox, NoticeBox } from '../ui/messages'
import { noticeWords } from '../words/app'

/** Reverses the direction of what follows and includes a right-to-left letter. */
const odd = '\u202e05.021$KH \u2066א\u0000'

/** Returns hidden characters and letters that are not isolated. */
function troubleIn(markup: string): readonly string[] {
  const trouble: string[] = []
  const open: string[] = []
  for (const [piece] of markup.matchAll(/<[^>]*>|[^<]+/g)) {
    const tag = /^<(\/?)([a-z0-9]+)/.exec(piece)
    if (tag === null) {
      if (/[\p{Cc}\p{Cf}]/u.test(piece)) trouble.push(`hidden: ${piece}`)
      if (piece.includes('א') && !open.includes('bdi')) trouble.push(`not isolated: ${piece}`)
      continue
    }
    // An accessible name has no elements, so it is isolated by characters.
    if (/[\p{Cc}\p{Cf}]/u.test(piece.replace(/[\u2068\u2069]/g, ''))) trouble.push(`hidden: ${piece}`)
    if (tag[1] === '/') open.pop()
    else if (!/\/>$|^<(?:input|br|img|path|hr)\b/.test(piece)) open.push(tag[2] ?? '')
  }
  return trouble
}

const named = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, odd])) as Record<K, string>
const fields = named(plainFields)
const ids = named(['id', 'transactionId', 'customId', 'status', 'currency', 'gatewayCode'])
const record = aRecord({
  ...ids,
  updatedAt: odd,
  fields,
  links: [{ rel: odd, href: odd }],
  details: [{ kind: 'refund', requestUserId: odd, firstName: odd, lastName: odd, remark: odd }],
  extra: { [odd]: odd, long: odd.repeat(100) },
  odd: [odd],
  tooLong: ['id'],
})
const shown = aShown(1, { record, code: odd })
const app = {
  ...{ tillName: odd, cashier: odd, serviceAddress: odd, storeId: 'other', reasons: [odd, 'other'] },
  advice: [{ contains: odd, advice: odd }],
}
const sample = anAttempt()
const attempt = anAttempt({
  intent: {
    ...sample.intent,
    ...named(['transactionId', 'customId', 'id', 'currency', 'deviceId', 'serviceAddress']),
    reason: { code: 'other', text: odd },
    cashier: { id: '', name: odd },
    foundBy: { kind: 'custom_id', code: odd },
  },
  state: 'refused',
  refusal: { httpStatus: 422, message: odd },
})
const decision = { to: 'not_refunded', supervisor: odd, saw: odd, why: odd, portal: true } as const
const decided = anAttempt({ ...attempt, state: 'not_refunded', decision: { ...decision, refunded: 0 } })
const verdict = { to: 'unconfirmed', alarm: null, forPerson: null }
const error = { kind: 'error_shape', httpStatus: 500, status: 500, message: odd }
const events = [
  { kind: 'sending', at: 1, intent: attempt.intent },
  { kind: 'answered', at: 1, answer: error, verdict, raw: odd },
  { kind: 'decided', at: 1, decision },
  { kind: 'acknowledged', at: 1, by: odd, note: odd, alarm: 1 },
] as unknown as readonly AttemptEvent[]
const faults = [
  { kind: 'service_error', httpStatus: 500, message: odd },
  { kind: 'not_found', message: odd },
  { kind: 'token_not_accepted', httpStatus: 401, message: odd },
  { kind: 'other_record', code: odd },
  { kind: 'bug', detail: odd },
  { kind: 'file_not_written', detail: odd },
  { kind: 'request_malformed', detail: odd },
  { kind: 'address_not_allowed', why: 'other_service', address: odd },
  { kind: 'list_not_taken', name: odd, why: 'no_text', line: 3 },
] as readonly Fault[]
const copy: FoundCopy = {
  ...{ ...ids, wallet: odd, paidAt: odd },
  ...{ amount: 100, refunded: 50, savedAt: '2026-11-21T10:00:00.000Z', lockedBy: null },
}
const lines = [{ name: odd, value: odd }]
const related = new Map(
  relatedKinds.map((kind) => {
    const known = { kind, lines, cut: false, source: 'saved', at: copy.savedAt } as const
    return [kind, { at: 'known', record: known }] as const
  }),
)
const failed = new Map([['store', { at: 'failed', fault: faults[0] as Fault }]] as const)
const amount = { hundredths: 100, currency: odd }
const notice = {
  ...{ line: 1, marker: odd, id: odd, at: copy.savedAt, lines: 0, lost: [odd], refunded: null },
  locks: true,
}
const before = { ...fields, transaction_id: `${odd}x`, refunded: '5.00' }
const changes = changesSince({ ...record, status: `${odd}x`, fields: before }, record)
const changedFault = {
  kind: 'transaction_changed',
  changes: [{ field: 'status', was: odd, now: odd }],
} as unknown as Fault

const parts: Readonly<Record<string, React.ReactNode>> = {
  receipt: <ReceiptBody shown={shown} to="screen" changes={changes} />,
  'receipt on paper': <ReceiptBody shown={{ ...shown, record: { ...record, amount: null } }} to="customer" />,
  more: <MoreContent shown={shown} related={related} to="screen" />,
  'more on paper': <MoreContent shown={shown} related={failed} to="store" />,
  'what is revealed': (
    <MoreContent shown={shown} related={new Map()} to="screen" revealed={new Map([['payer', odd]])} />
  ),
  panel: <ReceiptPanel shown={shown} />,
  'a lock': <ReceiptPanel shown={{ ...shown, lock: lockedBy(attempt) }} />,
  'a lock of before': <ReceiptPanel shown={{ ...shown, lock: unreadLock }} />,
  'a sum that came back': <ReceiptPanel shown={{ ...shown, lock: returnedLock }} />,
  'a stale answer': <ReceiptPanel shown={{ ...shown, stale: aStale() }} />,
  slip: <OutcomeSlip attempt={attempt} storeId={odd} />,
  'decided slip': <OutcomeSlip attempt={decided} storeId={odd} />,
  'slip on paper': <CustomerSlip content={{ subject: 'outcome', attempt: decided, storeId: odd }} />,
  outcome: <OutcomePanel attempt={attempt} shown={shown} storeId={odd} />,
  sending: <SendingPanel amount={amount} attempt={attempt} />,
  broken: <BrokenPanel amount={amount} detail={odd} />,
  'broken slip': <BrokenSlip shown={shown} amount={amount} />,
  reasons: (
    <ReasonPart
      draft={emptyDraft}
      typing={false}
      missing={null}
      rest={{ hundredths: 100, currency: 'HKD' }}
    />
  ),
  changed: <StoppedPanel amount={amount} fault={changedFault} />,
  events: <EvidenceEvents events={events} />,
  facts: <EvidenceFacts attempt={decided} />,
  attempts: (
    <AttemptList attempts={[attempt]} none="" more={null} isCut={false} reading={false} isPartial={false} />
  ),
  notices: <Notices notices={[{ ...notice, what: 'could_not_be_read' }]} />,
  copy: <CopyRow copy={copy} marked={['kh']} />,
  header: <Header />,
  copied: <NoticeBox text={noticeWords({ kind: 'copied', text: odd })} onDismiss={() => undefined} />,
  taken: (
    <NoticeBox text={noticeWords({ kind: 'list_taken', name: odd, codes: 2 })} onDismiss={() => undefined} />
  ),
}

it.each(Object.keys(parts))('no text from outside hides anything, or moves anything of ours: %s', (name) => {
  const markup = draw(parts[name], app)
  expect(troubleIn(markup)).toEqual([])
})

it.each(faults)('no failure does so either: %j', (fault) => {
  const lookup = { id: shown.lookup, code: odd, match: 'automatic', typed: false } as const
  const markup = draw(
    <>
      <Missed lookup={lookup} fault={fault} />
      <StoppedPanel amount={amount} fault={fault} />
      <FaultBox notice={{ kind: 'fault', fault }} />
    </>,
    app,
  )
  expect(troubleIn(markup)).toEqual([])
})

it('nor does a name in a list to choose from', () => {
  const options = [{ value: 'p-ann', name: odd }]
  const markup = draw(<SelectInput label="" options={options} value="p-ann" onChoose={() => undefined} />)
  expect(markup).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

it('a currency that is none does not fill a row of Search', () => {
  const long = { ...copy, currency: 'X'.repeat(5000), wallet: '', paidAt: '', status: 'paid' }
  expect(wordsIn(draw(<CopyRow copy={long} marked={[]} />)).length).toBeLessThan(300)
})

it('would be noticed', () => {
  expect(troubleIn(draw(<p>{odd}</p>)).length).toBe(2)
})
