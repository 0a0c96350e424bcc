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
  { code: 'DEMO-PRECREATED', match: 'custom_id', what: 'Made but not paid yet' },
  { code: 'DEMO-TINY', match: 'custom_id', what: 'HK$0.05: can only be refunded whole' },
  { code: 'DEMO-CENTS', match: 'custom_id', what: 'HK$10.05: refunding 10.00 would strand 0.05' },
  { code: 'DEMO-STRANDED', match: 'custom_id', what: 'HK$0.05 is left of HK$20.05: too little to refund' },
  { code: 'DEMO-YEN', match: 'custom_id', what: '¥1,200: whole yen only' },
  { code: 'DEMO-TIPS', match: 'custom_id', what: 'With tips, settled, paid in another currency' },
  { code: 'DEMO-BIG', match: 'custom_id', what: 'HK$999,999,999,999.99, the largest amount' },
  { code: 'DEMO-LONG', match: 'custom_id', what: 'By card, every text as long as it may be' },
  {
    code: 'DEMO-LONG-WALLET',
    match: 'custom_id',
    what: 'By wallet, every text as long as it may be; refunded',
  },
  { code: 'DEMO-LONG-FEE', match: 'custom_id', what: 'Failed, with the longest fee' },
  { code: 'DEMO-OTHER-STORE', match: 'custom_id', what: 'Paid at Practice Store, Central Station' },
  { code: 'DEMO-BARE', match: 'custom_id', what: 'Hardly any field has a value' },
  { code: 'DEMO-SHARED', match: 'custom_id', what: 'Two receipts carry this custom ID' },
  { code: 'DEMO-ON-HOLD', match: 'custom_id', what: 'A status that the interface does not name' },
  {
    code: 'ORDER-2026111900048200425099-STATION',
    match: 'custom_id',
    what: 'A custom ID of 36 characters, the longest',
  },
] as const satisfies readonly DemoCode[]
