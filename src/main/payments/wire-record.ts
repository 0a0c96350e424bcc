import { z } from 'zod'
import { isDecidingField } from '../../shared/field-lengths'
import { fail, type Result, succeed } from '../../shared/result'
import { type PlainField, plainFields, type TransactionDetails } from '../../shared/transaction'
import { jsonWithoutPinKey } from './pin-key'

/** One value as text, just as it came. Numbers that JSON writes as numbers have no length of their own. */
export type WireScalar = {
  readonly text: string
  readonly isNumber: boolean
  /** It was a list, an object, or a number that cannot be read exactly. */
  readonly isOdd: boolean
}

/**
 * Reads one value of a documented plain field as text. Numbers and booleans are accepted where text is documented and
 * the other way round (interface.md §2.2, `charge`); null is no value. A number that JSON numbers cannot hold
 * exactly is a problem: as an id it would name another transaction.
 */
function readScalar(value: unknown): Result<WireScalar, string> {
  if (value === null) return succeed({ text: '', isNumber: false, isOdd: false })
  if (typeof value === 'string' || typeof value === 'boolean') {
    return succeed({ text: String(value), isNumber: false, isOdd: false })
  }
  if (typeof value !== 'number') return fail('holds a list or an object')
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    return fail('holds a number too large to be read exactly')
  }
  return succeed({ text: String(value), isNumber: true, isOdd: false })
}

const decidingScalar = z.unknown().transform((value, context): WireScalar => {
  const read = readScalar(value)
  if (read.ok) return read.value
  context.addIssue(read.fault)
  return z.NEVER
})

/** A value that decides nothing is read whatever it is; a list or an object as its JSON text. */
const anyScalar = z.unknown().transform((value): WireScalar => {
  const read = readScalar(value)
  if (read.ok) return read.value
  const text = typeof value === 'number' ? `(${read.fault})` : jsonWithoutPinKey(value)
  return { text, isNumber: false, isOdd: true }
})

function plainShape() {
  const entries = plainFields.map(
    (field) => [field, (isDecidingField(field) ? decidingScalar : anyScalar).optional()] as const,
  )
  // `fromEntries` forgets which keys there are; they are exactly the plain fields.
  return Object.fromEntries(entries) as Record<PlainField, z.ZodOptional<typeof anyScalar>>
}

export const wireDetails = z.looseObject({
  request_user_id: anyScalar.optional(),
  first_name: anyScalar.optional(),
  last_name: anyScalar.optional(),
  remark: anyScalar.optional(),
})

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
  cancellation_details: z.unknown().optional(),
  refund_details: z.unknown().optional(),
  fail_details: z.unknown().optional(),
})

export type WireRecord = z.infer<typeof wireRecord>
export type WireDetails = z.infer<typeof wireDetails>

/** The success envelope (interface.md §2.1). */
export const wireEnvelope = z.looseObject({ success: z.literal(true), data: wireRecord })
