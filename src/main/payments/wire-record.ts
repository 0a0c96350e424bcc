import { z } from 'zod'
import {
  type PlainField,
  plainFields,
  type TransactionDetails,
  type TransactionLink,
} from '../../shared/transaction'

/**
 * One value of a documented plain field as text, just as it came. Numbers and booleans are accepted where text
 * is documented and the other way round (interface.md §2.2, `charge`); null is no value. A number that JSON
 * numbers can not hold exactly is refused: as an id it would name another transaction.
 */
const scalarText = z.unknown().transform((value, context): string => {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') {
    context.addIssue('holds a list or an object')
    return z.NEVER
  }
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    context.addIssue('holds a number too large to be read exactly')
    return z.NEVER
  }
  return String(value)
})

function plainShape() {
  const entries = plainFields.map((field) => [field, scalarText.optional()] as const)
  // `fromEntries` forgets which keys there are; they are exactly the plain fields.
  return Object.fromEntries(entries) as Record<PlainField, z.ZodOptional<typeof scalarText>>
}

/** No value, in any of the ways that services write it. */
const noValue = z.union([z.null(), z.literal(''), z.tuple([])])

const wireDetails = z.looseObject({
  request_user_id: scalarText.optional(),
  first_name: scalarText.optional(),
  last_name: scalarText.optional(),
  remark: scalarText.optional(),
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

const wireLink = z.object({ rel: z.string(), href: z.string() })

/** Reads `_links`. A single bad entry is left out and named in `notes`; links never make a record fail. */
export function readLinks(value: unknown, notes: string[]): readonly TransactionLink[] {
  if (value === undefined || noValue.safeParse(value).success) return []
  if (!Array.isArray(value)) {
    notes.push('_links is not a list')
    return []
  }
  return value.flatMap((entry: unknown, index) => {
    const link = wireLink.safeParse(entry)
    if (link.success) return [link.data]
    notes.push(`_links[${index}] is not a link`)
    return []
  })
}
