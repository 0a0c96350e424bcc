/**
 * How a service may behave where interface.md leaves it open, as named switches. The values `inside` are what a
 * service that follows the interface may do; those `outside` leave it, as services do. The first value of each
 * is what the practice service does unless told otherwise. Our own guesses must never be what we test, so tests
 * run under opposite sets (profiles.ts).
 */
const switchTable = {
  /** §3: `status` after a refund of a part. */
  partRefundStatus: { inside: ['paid', 'refunded', 'partially_refunded'], outside: [] },
  /** §2.2: whether `refund_details` stands in the record after a refund of a part. */
  partRefundDetails: { inside: ['absent'], outside: ['present'] },
  /** §2.2: whether `refunded_at` is set by a refund of a part. */
  partRefundedAt: { inside: ['empty', 'set'], outside: [] },
  /** §2.2: whether a refund of a part gives back its share of the charge, or only a full refund does. */
  partRefundCharge: { inside: ['proportional', 'untouched'], outside: [] },
  /** §2.2: what `refunded` holds while nothing is refunded: '', '0.00' or '0'. */
  untouchedRefunded: { inside: ['zero_decimals', 'empty', 'zero'], outside: [] },
  /** §2.2: what `refund_charge` holds while nothing is refunded: '' or '0.00'. */
  untouchedRefundCharge: { inside: ['empty', 'zero_decimals'], outside: [] },
  /** §2.2: whether amounts come as text or as JSON numbers. */
  amountsAs: { inside: ['text'], outside: ['number'] },
  /** §2.2: `charge`; the interface's own example is a number. */
  chargeAs: { inside: ['number', 'text'], outside: [] },
  /** §2.2: an optional field without a value is left out, or is ''. */
  emptyOptional: { inside: ['absent', 'empty'], outside: [] },
  /** §2.2: which refund's reason the remark shows when there are several. */
  remarkShown: { inside: ['last', 'first'], outside: [] },
  /** §2.2: whether the remark keeps the reason whole, or cuts its end off. */
  remarkLength: { inside: ['whole'], outside: ['cut_at_60', 'cut_at_20'] },
  /** §2.2: whether the record has fields that the interface does not list. */
  extraFields: { inside: ['none'], outside: ['some'] },
  /** §2.2: datetimes have no zone; the service writes them in UTC, or eight hours ahead of it. */
  clock: { inside: ['utc', 'plus_eight'], outside: [] },
  /** §4: whether JSON has characters beyond ASCII as they are, or as `\u` escapes. */
  jsonText: { inside: ['plain', 'escaped'], outside: [] },
  /** §4.2: what the path is matched against when `query` is left out. */
  omittedQuery: { inside: ['id', 'any', 'transaction_id'], outside: [] },
  /** §4.2: how several `include` values are given. */
  severalIncludes: { inside: ['both', 'comma', 'repeated'], outside: [] },
  /** §2.2: the shape of a related record: an object, deep or vast; or no object at all. */
  relatedShape: { inside: ['object', 'nested', 'wide'], outside: ['list', 'text'] },
  /** §2.2: what stands for a related record that there is none of. */
  relatedNone: { inside: ['empty_text', 'empty_object'], outside: ['null', 'absent'] },
  /** §4.2: which related records the service refuses to show, and with them the whole show. */
  relatedRefused: { inside: ['none', 'store', 'user', 'all'], outside: [] },
  /** §7: status of a related record that is refused. */
  relatedRefusedStatus: { inside: ['403', '404', '422'], outside: [] },
  /** §4.2: which transaction a custom id shows when several carry it. */
  sharedCustomId: { inside: ['newest', 'oldest'], outside: [] },
  /** §7: status of a miss; 500 says "Internal Error". */
  missStatus: { inside: ['404', '422', '400', '500'], outside: [] },
  /** §4.1, §8: status of a field that breaks its rule. */
  invalidStatus: { inside: ['422', '400'], outside: [] },
  /** §4.1: a further part refund beyond what is left: refused, or cut down to what is left. */
  overlargePart: { inside: ['refuse', 'clamp'], outside: [] },
  /** §4.1: what leaving `amount` out means once a part is refunded. */
  omittedAmount: { inside: ['rest', 'refuse'], outside: [] },
  /** §4.1: longest `refund_reason` in characters. */
  reasonLimit: { inside: ['none', '255', '100'], outside: [] },
  /** §3: whether a transaction that was cancelled, failed or never paid can be refunded. */
  unpaidRefund: { inside: ['refuse', 'allow'], outside: [] },
  /** §2.2: whether a refused refund moves `updated_at`. */
  refusalTouches: { inside: ['stays', 'moves'], outside: [] },
  /** §5: whether `application/x-www-form-urlencoded; charset=…` is the required header. */
  contentTypeParameters: { inside: ['accept', 'refuse'], outside: [] },
  /** §5, §7: status without a valid access token. */
  unauthenticatedStatus: { inside: ['401', '403', '400', '500'], outside: [] },
  /** §7: the HTTP status of an error: the same as the body's `status`, or 200. */
  errorHttpStatus: { inside: ['same', '200'], outside: [] },
  /** Outside the interface: whether every answer has the header that says that no real money moves (shared/practice.ts). */
  practiceHeader: { inside: ['sent', 'absent'], outside: [] },
  /** §8: whether every hundredth request is answered 429 and 503, in turn, and nothing is done. */
  interruptions: { inside: ['never', 'now_and_then'], outside: [] },
} as const satisfies Readonly<
  Record<string, { readonly inside: readonly [string, ...string[]]; readonly outside: readonly string[] }>
>

type SwitchTable = typeof switchTable
export type SwitchName = keyof SwitchTable
export type SwitchValue<Name extends SwitchName> =
  | SwitchTable[Name]['inside'][number]
  | SwitchTable[Name]['outside'][number]
export type Switches = { readonly [name in SwitchName]: SwitchValue<name> }

export const switchNames = Object.keys(switchTable) as readonly SwitchName[] // Object.keys forgets the keys' type

/** Every value of every switch: first those inside the interface, the one in use first of all. */
export const switchValues = Object.fromEntries(
  switchNames.map((name) => [name, [...switchTable[name].inside, ...switchTable[name].outside]]),
  // Object.fromEntries forgets which values go with which name.
) as unknown as { readonly [name in SwitchName]: readonly SwitchValue<name>[] }

/** The first value of every switch, always inside the interface. */
export const defaultSwitches = Object.fromEntries(
  switchNames.map((name) => [name, switchTable[name].inside[0]]),
) as Switches // Object.fromEntries forgets which value goes with which name.

/** The values of a switch that leave the interface; most switches have none. */
export function valuesOutside(name: SwitchName): readonly string[] {
  return switchTable[name].outside
}

/** The switches of a set that leave the interface. Details of a part refund leave it unless the status is theirs. */
export function switchesOutside(switches: Switches): readonly SwitchName[] {
  return switchNames.filter((name) => {
    if (name === 'partRefundDetails' && switches.partRefundStatus === 'refunded') return false
    return valuesOutside(name).includes(switches[name])
  })
}

/**
 * Two whole sets of switches that differ in every one, but for four: `errorHttpStatus` stays `same`,
 * `overlargePart` stays `refuse` and `interruptions` stays `never` in both, because the other value changes what
 * a till can promise at all, and `practiceHeader` stays `sent`, because neither is a service for money. Tests that need
 * those set them by name. This one stays inside the interface.
 */
export const profileA: Switches = {
  ...defaultSwitches,
  partRefundStatus: 'partially_refunded',
  untouchedRefunded: 'empty',
  severalIncludes: 'comma',
  reasonLimit: '255',
}

/**
 * The opposite of `profileA`, which leaves the interface wherever it can (`switchesOutside`). A miss still says 422 and a bad token 403: with a 500 no till can tell.
 */
export const profileB: Switches = {
  partRefundStatus: 'refunded',
  partRefundDetails: 'present',
  partRefundedAt: 'set',
  partRefundCharge: 'untouched',
  untouchedRefunded: 'zero',
  untouchedRefundCharge: 'zero_decimals',
  amountsAs: 'number',
  chargeAs: 'text',
  emptyOptional: 'empty',
  remarkShown: 'first',
  remarkLength: 'cut_at_20',
  extraFields: 'some',
  clock: 'plus_eight',
  jsonText: 'escaped',
  omittedQuery: 'any',
  severalIncludes: 'repeated',
  relatedShape: 'list',
  relatedNone: 'null',
  relatedRefused: 'user',
  relatedRefusedStatus: '404',
  sharedCustomId: 'oldest',
  missStatus: '422',
  invalidStatus: '400',
  overlargePart: 'refuse',
  omittedAmount: 'refuse',
  reasonLimit: '100',
  unpaidRefund: 'allow',
  refusalTouches: 'moves',
  contentTypeParameters: 'refuse',
  unauthenticatedStatus: '403',
  errorHttpStatus: 'same',
  practiceHeader: 'sent',
  interruptions: 'never',
}

export const profiles = { default: defaultSwitches, a: profileA, b: profileB } as const
export type ProfileName = keyof typeof profiles
