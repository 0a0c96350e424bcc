export type KeyHint = { readonly key: string; readonly does: string }

const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
const confirmKey = isMac ? '⌘ ↵' : 'Ctrl ↵'
const altKey = isMac ? '⌥' : 'Alt'

export const keyHints = {
  scan: { key: 'Scan', does: 'look up' },
  nextScan: { key: 'Scan', does: 'next receipt' },
  enter: { key: '↵', does: 'look up what is typed' },
  refund: { key: 'R', does: 'refund' },
  look: { key: 'L', does: 'look again' },
  print: { key: 'P', does: 'print' },
  reason: (count: number) => ({ key: `1–${count}`, does: 'reason' }),
  reasonInAmount: (count: number) => ({ key: `${altKey} 1–${count}`, does: 'reason, while typing' }),
  confirm: { key: confirmKey, does: 'confirm' },
  back: { key: 'Esc', does: 'back' },
  next: { key: 'Esc', does: 'next customer' },
  search: { key: '/', does: 'search saved copies' },
  choose: { key: '↑ ↓', does: 'choose' },
  open: { key: '↵', does: 'open' },
  all: { key: '?', does: 'all keys' },
} as const

export const keyWords = {
  title: 'Keys',
  confirmKey,
  single: 'Single keys work while no text field has the focus; / and ? in an empty scan field too.',
  haste: `${confirmKey} counts only when no other key came just before it: a scanner may send it too.`,
  wait: 'Nothing can be pressed while a refund is being sent.',
  groups: {
    everywhere: 'Everywhere',
    receipt: 'With a receipt',
    refund: 'In a refund',
    outcome: 'After a refund',
    search: 'In a search',
  },
  scanAnywhere: 'A scan anywhere looks the receipt up. It presses no button and changes no text.',
} as const
