/** The practice receipts worth knowing by heart, with what each is. Pure data, for the sheet and the README. */
export type DemoCode = {
  /** What to scan or type. */
  readonly code: string
  readonly match: 'transaction_id' | 'custom_id'
  readonly what: string
}

export const demoCodes = [
  { code: '483920174462', match: 'transaction_id', what: 'Paid HK$120.50 by card at the counter' },
  { code: 'C7719920461', match: 'custom_id', what: 'The same receipt, by its custom ID' },
  { code: 'DEMO-PART', match: 'custom_id', what: 'HK$300.00, of which HK$100.00 is refunded' },
  { code: 'DEMO-PARTS', match: 'custom_id', what: 'HK$88.80, refunded twice in part, HK$60.00 left' },
  { code: 'DEMO-REFUNDED', match: 'custom_id', what: 'Refunded whole' },
  { code: 'DEMO-CANCELLED', match: 'custom_id', what: 'Cancelled: nothing to refund' },
  { code: 'DEMO-FAILED', match: 'custom_id', what: 'Failed: nothing was paid' },
  { code: 'DEMO-CENTS', match: 'custom_id', what: 'HK$10.05: refunding 10.00 would strand 0.05' },
  { code: 'DEMO-YEN', match: 'custom_id', what: '¥1,200: whole yen only' },
  { code: 'DEMO-TIPS', match: 'custom_id', what: 'With tips, settled, paid in another currency' },
  { code: 'DEMO-OTHER-STORE', match: 'custom_id', what: 'Paid at Practice Store, Central Station' },
  { code: 'DEMO-SHARED', match: 'custom_id', what: 'Two receipts carry this custom ID' },
] as const satisfies readonly DemoCode[]
