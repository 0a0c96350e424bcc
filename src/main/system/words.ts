/** What this system's own dialogs and the window's frame say: they are drawn outside the window's page. */
export const systemWords = {
  /** The title of the window while a refund is still being sent. */
  closing: 'Finishing a refund, then closing · Tillside',
  /** The screen after too many crashes. */
  stopped: {
    title: 'Tillside stopped',
    paragraphs: [
      'Its window crashed three times within five minutes.',
      'Refunds that were sent are in this till’s record. Don’t send one again.',
    ],
    next: 'To open the counter again, press F5. If it stops again, call IT support.',
  },
  /** The screen where the program behind the window could not be put together. */
  notStarted: {
    title: 'Tillside couldn’t start',
    reasons: {
      part_missing:
        'A part of the program is missing or can’t be loaded. A virus scanner or a rule of this PC may have taken it away.',
      disk_full: 'The disk of this PC is full.',
      no_access: 'This account may not write to Tillside’s own folder.',
      unknown: 'Something went wrong that Tillside doesn’t know.',
    },
    refunds:
      'Nothing can be looked up or refunded. Refunds that were sent are in this till’s record. Don’t send one again.',
    next: (reference: string) =>
      `Close Tillside and open it again. If this comes back, call IT support and name ${reference}, which is in the log.`,
  },
  lists: 'Lists of codes',
  allFiles: 'All files',
  kinds: { pdf: 'PDF', csv: 'CSV', json: 'JSON' },
} as const
