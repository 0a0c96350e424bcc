import { defaultSwitches, type Switches } from './switches'

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
  queryInUrl: 'read',
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
  emptyAmount: 'omitted',
  reasonLimit: '100',
  blankReason: 'accept',
  unpaidRefund: 'allow',
  refusalTouches: 'moves',
  repeatedFields: 'last',
  contentTypeParameters: 'refuse',
  unauthenticatedStatus: '403',
  errorHttpStatus: 'same',
  practiceHeader: 'sent',
  interruptions: 'never',
}

export const profiles = { default: defaultSwitches, a: profileA, b: profileB } as const
export type ProfileName = keyof typeof profiles
