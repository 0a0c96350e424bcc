import { z } from 'zod'
import { type PlainField, plainFields, type TransactionDetails } from '../../shared/transaction'

/** One value as text, just as it came. Numbers that JSON writes as numbers have no length of their own. */
export type WireScalar = { readonly text: string; readonly isNumber: boolean }

/**
 * One value of a documented plain field as text. Numbers and booleans are accepted where text is documented and
 * the other way round (interface.md §2.2, `charge`); null is no value. A number that JSON numbers cannot hold
 * exactly is refused: as an id it would name another transaction.
 */
const scalar = z.unknown().transform((value, context): WireScalar => {
  if (value === null) return { text: '', isNumber: false }
  if (typeof value === 'string' || typeof value === 'boolean') return { text: String(value), isNumber: false }
  if (typeof value !== 'number') {
    context.addIssue('holds a list or an object')
    return z.NEVER
  }
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    context.addIssue('holds a number too large to be read exactly')
    return z.NEVER
  }
  return { text: String(value), isNumber: true }
})

function plainShape() {
  const entries = plainFields.map((field) => [field, scalar.optional()] as const)
  // `fromEntries` forgets which keys there are; they are exactly the plain fields.
  return Object.fromEntries(entries) as Record<PlainField, z.ZodOptional<typeof scalar>>
}

/** No value, in any of the ways that services write it. */
const noValue = z.union([z.null(), z.literal(''), z.tuple([])])

const wireDetails = z.looseObject({
  request_user_id: scalar.optional(),
  first_name: scalar.optional(),
  last_name: scalar.optional(),
  remark: scalar.optional(),
})
const optionalDetails = z.union([noValue.transform(() => null), wireDetails]).optional()

export const detailsFields = {
  cancellation_details: 'cancellation',
  refund_details: 'refund',
  fail_details: 'fail',
} as const satisfies Record<string, TransactionDetails['kind']>

export type DetailsField = keyof typeof detailsFields
export const detailsFieldNames: readonly DetailsField[] = [
  'cancellation_details',
  'refund_details',
  'fail_details',
]

/** The record of interface.md §2.2 as it may come: every field may be missing, unknown ones are let through. */
export const wireRecord = z.looseObject({
  ...plainShape(),
  _links: z.unknown().optional(),
  cancellation_details: optionalDetails,
  refund_details: optionalDetails,
  fail_details: optionalDetails,
})

export type WireRecord = z.infer<typeof wireRecord>
export type WireDetails = z.infer<typeof wireDetails>

/** The success envelope (interface.md §2.1). */
export const wireEnvelope = z.looseObject({ success: z.literal(true), data: wireRecord })
