/** The words of the screen as a search is typed with them, on 21 November 2026. */
import type { SearchWords } from '../copy-query'

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
  gateways: {
    '1_1': 'Wallet A',
    '4_1': 'Wallet A online',
    '4_2': 'Wallet A online, PC to mobile',
    '4_3': 'Wallet A in app',
    '7_1': 'Card scheme 1',
    '7_2': 'Card scheme 2',
    '8_1': 'Wallet B',
    '8_2': 'Wallet B online',
    '8_3': 'Wallet B in app',
    '9_5': 'Card network online',
    '9_6': 'Card network QR',
    '10_1': 'Card network, store code',
    '10_2': 'Card network, customer code',
    '11_1': 'EFTPOS',
    '11_2': 'EFTPOS v2',
    '12_1': 'Card scheme 1 online',
    '12_2': 'Card scheme 2 online',
    '12_3': 'Mobile wallet C',
    '12_4': 'Mobile wallet D',
    '13_1': 'Faster payment online',
    '13_2': 'Faster payment',
  },
  days: [
    { word: 'today', day: '2026-11-21' },
    { word: 'yesterday', day: '2026-11-20' },
  ],
}
