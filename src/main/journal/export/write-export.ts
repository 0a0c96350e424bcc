/**
 * Exports the record for people and for `verify-journal`, piece by piece: the whole record of years is never in memory, and
 * the writer yields to the event loop between pieces.
 */
import { stringify } from 'csv-stringify/sync'
import type { Attempt } from '../../../shared/attempt/attempt'
import type { AttemptState } from '../../../shared/attempt/attempt-states'
import { localMoment } from '../../../shared/base/local-time'
import { fail, type Result, succeed } from '../../../shared/base/result'
import type { FaultOf } from '../../../shared/fault'
import { writeHundredths } from '../../../shared/payment/money'
import type { RuleName } from '../../../shared/people/rules'
import { addressName, practiceName } from '../../service/address'
import { firstCells, safeCells } from '../../system/save-file'
import { systemWords } from '../../system/words'
import type { Journal } from '../journal'
import { chainStart, lineText } from '../journal-line'
import {
  type ExportHeader,
  exportFormat,
  exportSeal,
  headerSum,
  lineSum,
  signedText,
  unreadSum,
} from './export-format'
import type { ExportSigner } from './export-keys'

/** Milliseconds since 1970, bounds inclusive. */
export type ExportRange = { readonly from: number; readonly to: number }

/** A piece of the text, or why there are no more: then the pieces before it are worth nothing. */
export type ExportPiece = Result<string, FaultOf<'export_not_read'>>

/**
 * Exports a time range of the record as text. JSON has every line with its hash, so that it can be checked offline
 * (verify-export.ts); CSV has one row per attempt, for a spreadsheet. It ends where the record ends when the first piece is
 * read, whatever is written meanwhile. A bound that no date can express is a malformed request.
 * @param store the name of this till's store in the table.
 * @param signer signs the JSON; null where the keychain does not give its key, and then there is no JSON.
 */
export function exportPieces(
  journal: Journal,
  range: ExportRange,
  as: 'csv' | 'json',
  now: number,
  signer: ExportSigner | null,
  store: string,
): Result<Iterable<ExportPiece>, FaultOf<'request_malformed' | 'keychain_unavailable'>> {
  const dates = [range.from, range.to].map((time) => new Date(time).getTime())
  if (dates.some(Number.isNaN)) {
    return fail({ kind: 'request_malformed', detail: 'The range goes beyond what a date can say' })
  }
  if (as === 'csv') return succeed(whileRead(attemptsAsCsv(journal, range, store)))
  if (signer !== null) return succeed(whileRead(linesAsJson(journal, range, now, signer)))
  const detail = 'It does not give the key that exports are signed with'
  return fail({ kind: 'keychain_unavailable', detail })
}

/** Ends with a fault at what cannot be read, which must not look like nothing there. @param texts null at such a place. */
function* whileRead(texts: Iterable<string | null>): Generator<ExportPiece> {
  for (const text of texts) {
    yield text === null ? fail({ kind: 'export_not_read' }) : succeed(text)
    if (text === null) return
  }
}

/** Yields pieces that together are exactly what `JSON.stringify` with an indent of one makes of the whole. */
function* linesAsJson(
  journal: Journal,
  { from, to }: ExportRange,
  now: number,
  signer: ExportSigner,
): Generator<string | null> {
  const lines = journal.linesBetween(from, to)
  let found = lines.next()
  // The first line flushes what waits, and so moves the head.
  const head = journal.head()
  const start = found.done === true ? undefined : found.value
  if (start === null) {
    yield null
    return
  }
  const header: ExportHeader = {
    format: exportFormat,
    version: 1,
    journal: journal.id,
    exportedAt: new Date(now).toISOString(),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    previousHash: start !== undefined && 'line' in start ? start.before : chainStart(journal.id).hash,
    head,
    signedBy: signer.publicKey,
  }
  let sum = headerSum(header)
  yield `${JSON.stringify(header, null, 1).slice(0, -'\n}'.length)},\n "lines": [`
  let end = ']'
  for (; found.done !== true; found = lines.next()) {
    if (found.value === null) {
      yield null
      return
    }
    const { value } = found
    sum = 'line' in value ? lineSum(sum, value.hash, lineText(value.line)) : unreadSum(sum, value)
    const entry = 'line' in value ? { hash: value.hash, sum, line: value.line } : { sum, unread: value }
    yield `${end === ']' ? '' : ','}\n${indented(entry)}`
    end = '\n ]'
  }
  const seal = JSON.stringify(exportSeal(journal.verificationKey(), sum))
  const signature = JSON.stringify(signer.sign(signedText(sum)))
  yield `${end},\n "seal": ${seal},\n "signature": ${signature}\n}\n`
}

/** Indents an entry of the list of lines. JSON escapes `\n` within texts, but not U+2028, so every `\n` is between two fields. */
function indented(value: object): string {
  return `  ${JSON.stringify(value, null, 1).replaceAll('\n', '\n  ')}`
}

/** Yields attempts as a table, newest first, each as it is when its page is read. */
function* attemptsAsCsv(
  journal: Journal,
  { from, to }: ExportRange,
  store: string,
): Generator<string | null> {
  const { refunds: headings } = systemWords
  const columns = Object.keys(cells).filter((name): name is keyof typeof cells => name in cells)
  let text = stringify([columns.map((name) => headings[name])], firstCells)
  for (const attempts of journal.attemptsBetween(from, to)) {
    const known = { practice: journal.standing().practice, store }
    const rows = attempts?.map((attempt) => columns.map((name) => cells[name](attempt, known)))
    yield rows === undefined ? null : text + stringify(rows, safeCells)
    text = ''
  }
}

const yes = (is: boolean) => (is ? systemWords.yes : '')

/** Returns a state in the words of Activity's list. */
function stateWords(state: AttemptState): string {
  const { states } = systemWords
  if (state === 'refusal_seen') return states.beingChecked(states.not_refunded)
  return states[state === 'refused' ? 'not_refunded' : state]
}

function ruleWords(rule: RuleName): string {
  const { after_not_refunded: doubted, unknownMarker, ...others } = systemWords.rules
  return rule === 'after_not_refunded' ? doubted(unknownMarker) : others[rule]
}

/** `practice`: services that said that they move no real money. */
type KnownBeside = { readonly practice: ReadonlySet<string>; readonly store: string }

/** The columns of the table, in order. Times are local with their offset, amounts decimals, states and alarms in words. */
const cells = {
  time: ({ createdAt }) => localMoment(createdAt),
  marker: ({ intent }) => intent.marker,
  state: ({ state }) => stateWords(state),
  amount: ({ intent }) => writeHundredths(intent.amount),
  currency: ({ intent }) => intent.currency,
  paid: ({ intent }) => (intent.before.amount === null ? '' : writeHundredths(intent.before.amount)),
  refundedBefore: ({ intent }) => writeHundredths(intent.base),
  transactionId: ({ intent }) => intent.transactionId,
  id: ({ intent }) => intent.id,
  reasonCode: ({ intent }) => intent.reason.code,
  reason: ({ intent }) => intent.reason.text,
  typed: ({ intent }) => yes(intent.typed),
  cashier: ({ intent }) => intent.cashier?.name ?? '',
  allowedBy: ({ intent }) => intent.allowedBy?.name ?? '',
  allowedRules: ({ intent }) => intent.allowedBy?.rules.map(ruleWords).join(' ') ?? '',
  message: ({ refusal }) => refusal?.message ?? '',
  alarms: ({ alarms }) => alarms.map(({ alarm }) => systemWords.alarms[alarm]).join(' '),
  decidedBy: ({ decision }) => decision?.supervisor ?? '',
  saw: ({ decision }) => decision?.saw ?? '',
  why: ({ decision }) => decision?.why ?? '',
  store: (_attempt, { store }) => store,
  till: ({ intent }) => intent.deviceId,
  // Tells a real refund from one at a practice service, or at somebody's own.
  service: ({ intent }) => intent.serviceAddress,
  practice: ({ intent: { serviceAddress } }, { practice }) =>
    yes(practice.has(addressName(serviceAddress)) || serviceAddress === practiceName),
} satisfies Record<keyof typeof systemWords.refunds, (attempt: Attempt, known: KnownBeside) => string>
