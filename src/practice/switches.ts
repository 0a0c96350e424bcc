/**
 * What interface.md leaves "not shown", as named switches: each has two or more values, and a service that
 * follows the interface may do any of them. The first value of each is what the practice service does unless
 * told otherwise. Our own guesses must never be what we test, so tests run under opposite sets (profiles.ts).
 */
export const switchValues = {
  /** §3: `status` after a refund of a part. */
  partRefundStatus: ['paid', 'refunded', 'partially_refunded'],
  /** §2.2: whether `refund_details` stands in the record after a refund of a part. */
  partRefundDetails: ['absent', 'present'],
  /** §2.2: whether `refunded_at` is set by a refund of a part. */
  partRefundedAt: ['empty', 'set'],
  /** §2.2: whether a refund of a part gives back its share of the charge, or only a full refund does. */
  partRefundCharge: ['proportional', 'untouched'],
  /** §2.2: what `refunded` holds while nothing is refunded: '', '0.00' or '0'. */
  untouchedRefunded: ['zero_decimals', 'empty', 'zero'],
  /** §2.2: what `refund_charge` holds while nothing is refunded: '' or '0.00'. */
  untouchedRefundCharge: ['empty', 'zero_decimals'],
  /** §2.2: whether amounts come as text or as JSON numbers. */
  amountsAs: ['text', 'number'],
  /** §2.2: `charge`; the interface's own example is a number. */
  chargeAs: ['number', 'text'],
  /** §2.2: an optional field without a value is left out, or is ''. */
  emptyOptional: ['absent', 'empty'],
  /** §2.2: which refund's reason the remark shows when there are several. */
  remarkShown: ['last', 'first'],
  /** §2.2: whether the remark keeps the reason whole, or cuts its end off. */
  remarkLength: ['whole', 'cut_at_60', 'cut_at_20'],
  /** §2.2: whether the record has fields that the interface does not list. */
  extraFields: ['none', 'some'],
  /** §2.2: datetimes have no zone; the service writes them in UTC, or eight hours ahead of it. */
  clock: ['utc', 'plus_eight'],
  /** §4.2: what the path is matched against when `query` is left out. */
  omittedQuery: ['id', 'any', 'transaction_id'],
  /** §4.2: `query` is a body field; whether one in the URL counts too. */
  queryInUrl: ['ignored', 'read'],
  /** §4.2: how several `include` values are given. */
  severalIncludes: ['both', 'comma', 'repeated'],
  /** §4.2: which transaction a custom id shows when several carry it. */
  sharedCustomId: ['newest', 'oldest'],
  /** §7: status of a miss; 500 says "Internal Error". */
  missStatus: ['404', '422', '400', '500'],
  /** §4.1, §8: status of a field that breaks its rule. */
  invalidStatus: ['422', '400'],
  /** §4.1: a further part refund beyond what is left: refused, or cut down to what is left. */
  overlargePart: ['refuse', 'clamp'],
  /** §4.1: what leaving `amount` out means once a part is refunded. */
  omittedAmount: ['rest', 'refuse'],
  /** §4.1: an `amount=` with nothing behind it. */
  emptyAmount: ['refuse', 'omitted'],
  /** §4.1: longest `refund_reason` in characters. */
  reasonLimit: ['none', '255', '100'],
  /** §4.1: a `refund_reason` of nothing but spaces. */
  blankReason: ['refuse', 'accept'],
  /** §3: whether a transaction that was cancelled, failed or never paid can be refunded. */
  unpaidRefund: ['refuse', 'allow'],
  /** §2.2: whether a refused refund moves `updated_at`. */
  refusalTouches: ['stays', 'moves'],
  /** §4: a form field that is given twice: refused, or the last one counts. */
  repeatedFields: ['refuse', 'last'],
  /** §5: whether `application/x-www-form-urlencoded; charset=…` is the required header. */
  contentTypeParameters: ['accept', 'refuse'],
  /** §5, §7: status without a valid access token. */
  unauthenticatedStatus: ['401', '403', '400', '500'],
  /** §7: the HTTP status of an error: the same as the body's `status`, or 200. */
  errorHttpStatus: ['same', '200'],
  /** §8: whether every hundredth request is answered 429 and 503, in turn, and nothing is done. */
  interruptions: ['never', 'now_and_then'],
} as const

export type SwitchName = keyof typeof switchValues
export type Switches = { readonly [name in SwitchName]: (typeof switchValues)[name][number] }

/** The first value of every switch. */
export const defaultSwitches: Switches = {
  partRefundStatus: 'paid',
  partRefundDetails: 'absent',
  partRefundedAt: 'empty',
  partRefundCharge: 'proportional',
  untouchedRefunded: 'zero_decimals',
  untouchedRefundCharge: 'empty',
  amountsAs: 'text',
  chargeAs: 'number',
  emptyOptional: 'absent',
  remarkShown: 'last',
  remarkLength: 'whole',
  extraFields: 'none',
  clock: 'utc',
  omittedQuery: 'id',
  queryInUrl: 'ignored',
  severalIncludes: 'both',
  sharedCustomId: 'newest',
  missStatus: '404',
  invalidStatus: '422',
  overlargePart: 'refuse',
  omittedAmount: 'rest',
  emptyAmount: 'refuse',
  reasonLimit: 'none',
  blankReason: 'refuse',
  unpaidRefund: 'refuse',
  refusalTouches: 'stays',
  repeatedFields: 'refuse',
  contentTypeParameters: 'accept',
  unauthenticatedStatus: '401',
  errorHttpStatus: 'same',
  interruptions: 'never',
}
