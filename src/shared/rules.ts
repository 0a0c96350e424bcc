/** The store's rules for refunds. */

export const ruleNames = ['after_not_refunded'] as const
