export const slipWords = {
  marker: 'Marker',
  transaction: 'Transaction ID',
  time: 'Time',
  paid: 'Paid',
  refundedBefore: 'Refunded before',
  refundedNow: 'Refunded now',
  asked: 'Asked for',
  reason: 'Reason',
  cashier: 'Cashier',
} as const
