import { confirmKey } from './key-words'

export const keysDialogWords = {
  title: 'Keys',
  single: 'Single keys work when you’re not typing; / and ? also work in the empty scan field.',
  haste: `${confirmKey} counts only when no other key came just before it: a scanner may send it too.`,
  groups: {
    everywhere: 'Everywhere',
    receipt: 'With a receipt',
    refund: 'In a refund',
    outcome: 'After a refund',
    list: 'In a list',
  },
  scanAnywhere: 'You can scan at any time. A scan never presses a button or changes what you typed.',
} as const
