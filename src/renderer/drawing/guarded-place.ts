/** The parts of the window that are drawn apart from each other: a mistake in one leaves the others standing. */
export type GuardedPlace =
  | 'scan_column'
  | 'paper'
  | 'side_panel'
  | 'welcome'
  | 'activity'
  | 'search'
  | 'settings'
  | 'dialog'
  /** What is laid out for paper, beside the page. */
  | 'sheet'
  | 'header'
  | 'footer'
  | 'messages'
  | 'window'
