/** What this system's own dialogs and the window's frame say: they are drawn outside the window's page. */
export const systemWords = {
  /** The title of the window while a refund is still being sent. */
  closing: 'Finishing a refund, then closing · Tillside',
  /** The screen after too many crashes. */
  stopped: {
    title: 'Tillside stopped',
    meaning:
      'It crashed ten times within an hour. Refunds that were sent are in this till’s record: don’t send one again.',
    next: 'Call IT support. To open Tillside again, press F5.',
  },
  lists: 'Lists of codes',
  allFiles: 'All files',
  kinds: { pdf: 'PDF', csv: 'CSV', json: 'JSON' },
} as const
