/**
 * The related records that a show can add (interface.md §4.2, `include`), in the order in which they are asked
 * for: one show each, because how several are given at once is not documented.
 */
export const relatedKinds = ['store', 'user', 'fixed_code', 'emv_code'] as const
export type RelatedKind = (typeof relatedKinds)[number]
