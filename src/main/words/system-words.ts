/** What this system's own dialogs and the window's frame say: they are drawn outside the window's page. */
export const systemWords = {
  /** The title of the window while a refund is still being sent. */
  closing: 'Finishing a refund, then closing · Tillside',
  lists: 'Lists of codes',
  allFiles: 'All files',
  kinds: { pdf: 'PDF', csv: 'CSV', json: 'JSON' },
} as const
