/** The practice receipts worth knowing by heart. What each is, the catalogues say. */
export type DemoCode = {
  /** What to scan or type. */
  readonly code: string
  readonly match: 'transaction_id' | 'custom_id'
}

export const demoCodes = [
  { code: '483920174462', match: 'transaction_id' },
  { code: 'C7719920461', match: 'custom_id' },
  { code: 'DEMO-PART', match: 'custom_id' },
  { code: 'DEMO-PARTS', match: 'custom_id' },
  { code: 'DEMO-REFUNDED', match: 'custom_id' },
  { code: 'DEMO-CANCELLED', match: 'custom_id' },
  { code: 'DEMO-FAILED', match: 'custom_id' },
  { code: 'DEMO-CENTS', match: 'custom_id' },
  { code: 'DEMO-YEN', match: 'custom_id' },
  { code: 'DEMO-TIPS', match: 'custom_id' },
  { code: 'DEMO-OTHER-STORE', match: 'custom_id' },
  { code: 'DEMO-SHARED', match: 'custom_id' },
] as const satisfies readonly DemoCode[]
