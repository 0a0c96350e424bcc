/** How a service behaves where interface.md is silent, and where services leave it. Each history has another. */
import fastCheck from 'fast-check'

/** The values of each habit; the first is the plainest, to which a history is shrunk. */
const habitValues = {
  partRefundStatus: ['paid', 'refunded', 'partially_refunded'],
  partRefundDetails: ['absent', 'present'],
  partRefundedAt: ['empty', 'set'],
  untouchedRefunded: ['0.00', '', '0'],
  remarkShown: ['last', 'first', 'never'],
  remarkLength: [10_000, 60, 20, 12],
  refusalTouches: [false, true],
  overlargePart: ['refuse', 'clamp'],
  amountsAs: ['text', 'number'],
  sharedCustomId: ['newest', 'oldest'],
  missStatus: [404, 422, 400, 500],
  unauthenticatedStatus: [401, 403, 400, 500],
  errorHttpStatus: ['same', '200'],
  /** The service writes its times in a zone of its own, which nobody is told. */
  zone: [0, 8, -5],
  /** How times are written: as documented, without leading zeros, or as something else altogether. */
  timeForm: ['documented', 'documented', 'unpadded', 'slashes'],
  transactionId: ['own', 'missing', 'shared'],
  /** Whether it says what time it is, as the `Date` of its answers. */
  date: ['absent', 'sent'],
} as const

export type Habits = { readonly [Name in keyof typeof habitValues]: (typeof habitValues)[Name][number] }

export const habitsArbitrary = fastCheck.record(
  Object.fromEntries(
    Object.entries(habitValues).map(([name, values]) => [name, fastCheck.constantFrom<unknown>(...values)]),
  ),
) as unknown as fastCheck.Arbitrary<Habits>
