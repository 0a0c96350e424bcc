import type { CodeMatch } from '../../shared/scan-code'

export const matchNames: Readonly<Record<CodeMatch, string>> = {
  automatic: 'Automatic',
  transaction_id: 'Transaction ID',
  custom_id: 'Custom ID',
  internal_id: 'Internal ID',
}

export const scanWords = {
  field: 'Scan or type a code',
  fieldFor: (kind: string) => `${kind} only`,
  match: 'Match',
  recent: 'Recent on this till',
  noRecent: 'Receipts you scan appear here.',
  drawer: 'Recent and match',
  looking: 'Looking up',
  ready: 'Ready to scan',
  readyHint: 'Scan the code on the receipt. No need to click first.',
  missed: 'No receipt',
  tryAgain: 'Try again',
  tryAs: {
    automatic: 'Look up automatically',
    transaction_id: 'Look up as transaction ID',
    custom_id: 'Look up as custom ID',
    internal_id: 'Look up as internal ID',
  },
  openSettings: 'Open Settings',
  searchSaved: 'Search saved receipts',
} as const
