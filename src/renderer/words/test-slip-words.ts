/** The slip that a printer is tried with, on paper and around the button that prints it. */
export const testSlipWords = {
  help: 'Prints a sample slip. It’s not a refund.',
  print: 'Print a test slip',
  again: 'Print another test slip',
  printing: 'Printing…',
  printed: 'Sent to the printer.',
  look: 'Check that it’s whole, dark enough, and cut where it ends. Then scan its barcode.',
  cancelled: 'Printing was cancelled. Nothing was printed.',
  read: 'The test slip’s barcode was read: printer and scanner work together.',
  /** Across the slip. */
  across: 'TEST',
  title: 'TEST SLIP',
  sentence: 'Not a refund. No money moved.',
  amount: '0.00',
  letters: 'Letters',
  lettersSample: 'ABC abc 0123456789 £ € ¥',
  date: 'Date',
  paper: 'Paper',
  till: 'Device ID',
} as const
