export type KeyHint = { readonly key: string; readonly does: string }

const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
export const confirmKey = isMac ? '⌘ ↵' : 'Ctrl ↵'
export const altKey = isMac ? '⌥' : 'Alt'

export const keyHints = {
  scan: { key: 'Scan', does: 'look up' },
  nextScan: { key: 'Scan', does: 'next receipt' },
  enter: { key: '↵', does: 'look up typed code' },
  refund: { key: 'R', does: 'refund' },
  look: { key: 'L', does: 'check again' },
  again: { key: 'L', does: 'try again' },
  print: { key: 'P', does: 'print' },
  reason: (count: number) => ({ key: `1–${count}`, does: 'reason' }),
  reasonInAmount: (count: number) => ({ key: `${altKey} 1–${count}`, does: 'reason, while typing' }),
  part: { key: 'A', does: 'another amount' },
  amountDone: { key: '↵', does: 'amount done' },
  confirm: { key: confirmKey, does: 'confirm' },
  back: { key: 'Esc', does: 'back' },
  next: { key: 'Esc', does: 'next customer' },
  search: { key: '/', does: 'search receipts' },
  choose: { key: '↑ ↓', does: 'choose' },
  open: { key: '↵', does: 'open' },
  all: { key: '?', does: 'all keys' },
  larger: { key: isMac ? '⌘ + −' : 'Ctrl + −', does: 'larger, smaller' },
  usual: { key: isMac ? '⌘ 0' : 'Ctrl 0', does: 'size as in Settings' },
} as const

/** In the keys' place while none works. */
export const noKeyWords = 'Sending a refund, please wait.'
