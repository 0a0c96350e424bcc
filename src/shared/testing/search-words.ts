/** The words of the screen as a search is typed with them, on 21 November 2026. */
import type { SearchWords } from '../lookup/copies'
import { gatewayCodes } from '../payment/refund-rules'

export const searchWords: SearchWords = {
  states: {
    paid: 'Paid',
    partly_refunded: 'Partly refunded',
    refunded: 'Refunded',
    cancelled: 'Cancelled',
    failed: 'Failed',
    precreated: 'Not paid yet',
    other: 'Status',
    other_partly_refunded: 'Status Partly refunded',
    other_refunded: 'Status Refunded',
  },
  // What the screen calls each is no part of what a search does with it.
  gateways: Object.assign({}, ...gatewayCodes.map((code) => ({ [code]: 'Wallet' }))),
  days: [
    { word: 'today', day: '2026-11-21' },
    { word: 'yesterday', day: '2026-11-20' },
  ],
}
