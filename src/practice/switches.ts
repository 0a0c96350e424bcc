/**
 * How a service may behave where interface.md leaves it open, as named switches, so that our own guesses are never what
 * we test. The first of its `values` is in use unless something else is asked for. `a` and `b` are its values in two
 * opposite profiles that tests run under; without an `a` it is the first. Profile b leaves the interface where it can, as
 * services do, but answers 422 to a miss and 403 to a bad token: with a 500 no till can tell.
 */
const table = {
  /** §3: `status` after a refund of a part. */
  partRefundStatus: {
    values: ['paid', 'refunded', 'partially_refunded'],
    a: 'partially_refunded',
    b: 'refunded',
  },
  /** §2.2: whether `refund_details` are in the record after a refund of a part. */
  partRefundDetails: { values: ['absent', 'present'], b: 'present' },
  /** §2.2: whether `refunded_at` is set by a refund of a part. */
  partRefundedAt: { values: ['empty', 'set'], b: 'set' },
  /** §2.2: what `refunded` holds while nothing is refunded: '', '0.00' or '0'. */
  untouchedRefunded: { values: ['zero_decimals', 'empty', 'zero'], a: 'empty', b: 'zero' },
  /** §2.2: whether amounts come as text or as JSON numbers. */
  amountsAs: { values: ['text', 'number'], b: 'number' },
  /** §2.2: `charge`; the interface's own example is a number. */
  chargeAs: { values: ['number', 'text'], b: 'text' },
  /** §2.2: an optional field without a value is left out, or is ''. */
  emptyOptional: { values: ['absent', 'empty'], b: 'empty' },
  /** §2.2: which refund's reason the remark shows when there are several. */
  remarkShown: { values: ['last', 'first'], b: 'first' },
  /** §2.2: whether the remark keeps the reason whole, or cuts its end off. */
  remarkLength: { values: ['whole', 'cut_at_60', 'cut_at_20'], b: 'cut_at_20' },
  /** §2.2: whether the record has fields that the interface does not list. */
  extraFields: { values: ['none', 'some'], b: 'some' },
  /** §4: whether JSON has characters beyond ASCII as they are, or as `\u` escapes. */
  jsonText: { values: ['plain', 'escaped'], b: 'escaped' },
  /** §4.2: what the path is matched against when `query` is left out. */
  omittedQuery: { values: ['id', 'any', 'transaction_id'], b: 'any' },
  /** §2.2: the shape of a related record: an object, or none. */
  relatedShape: { values: ['object', 'list', 'text'], b: 'list' },
  /** §2.2: what takes the place of a related record that there is none of. */
  relatedNone: { values: ['empty_text', 'null', 'absent'], b: 'null' },
  /** §4.2: which related records the service refuses to show, and with them the whole show. */
  relatedRefused: { values: ['none', 'user', 'all'], b: 'user' },
  /** §7: status of a miss; 500 says "Internal Error". */
  missStatus: { values: ['404', '422', '400', '500'], b: '422' },
  /** §4.1, §8: status of a field that breaks its rule. */
  invalidStatus: { values: ['422', '400'], b: '400' },
  /** §4.1: a further part refund beyond what is left: refused, or cut down to what is left. */
  overlargePart: { values: ['refuse', 'clamp'], b: 'refuse' },
  /** §4.1: what leaving `amount` out means once a part is refunded. */
  omittedAmount: { values: ['rest', 'refuse'], b: 'refuse' },
  /** §4.1: longest `refund_reason` in characters. */
  reasonLimit: { values: ['none', '255', '100'], a: '255', b: '100' },
  /** §3: whether a transaction that was cancelled, failed or never paid can be refunded. */
  unpaidRefund: { values: ['refuse', 'allow'], b: 'allow' },
  /** §5: whether `application/x-www-form-urlencoded; charset=…` is the required header. */
  contentTypeParameters: { values: ['accept', 'refuse'], b: 'refuse' },
  /** §5, §7: status without a valid access token. */
  unauthenticatedStatus: { values: ['401', '403', '400', '500'], b: '403' },
  /** §7: the HTTP status of an error: the same as the body's `status`, or 200. */
  errorHttpStatus: { values: ['same', '200'], b: 'same' },
  /** Outside the interface: whether every answer has the header that says that no real money moves. */
  practiceHeader: { values: ['sent', 'absent'], b: 'sent' },
  /** §8: whether every hundredth request is answered 429 and 503, in turn, and nothing is done. */
  interruptions: { values: ['never', 'now_and_then'], b: 'never' },
} as const satisfies Readonly<Record<string, Entry>>

type Entry = { readonly values: readonly [string, ...string[]]; readonly a?: string; readonly b: string }

export type SwitchName = keyof typeof table
type SwitchValue<Name extends SwitchName> = (typeof table)[Name]['values'][number]
export type Switches = { readonly [name in SwitchName]: SwitchValue<name> }

export const switchNames = Object.keys(table) as readonly SwitchName[] // Object.keys forgets the keys' type

/** Every value of every switch, the one in use first. */
export const switchValues = ofEach((entry) => entry.values) as {
  readonly [name in SwitchName]: readonly SwitchValue<name>[]
}

// What is put together from a table's entries has forgotten which value goes with which name.
function ofEach(pick: (entry: Entry) => unknown): unknown {
  return Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, pick(entry)]))
}

export const profiles = {
  default: ofEach(({ values }) => values[0]) as Switches,
  a: ofEach(({ values, a = values[0] }) => a) as Switches,
  b: ofEach(({ b }) => b) as Switches,
} as const
export type ProfileName = keyof typeof profiles
