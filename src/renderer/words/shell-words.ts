/** What stands in the window's frame, from the first moment on. */
export const shellWords = {
  brand: 'Tillside',
  counter: 'Counter',
  activity: 'Activity',
  search: 'Search',
  settings: 'Settings',
  setUp: 'Set up this till',
  practice: 'Practice',
  practiceBand: 'Practice · no real money',
  foreign: 'Other records',
  foreignBand: 'These aren’t this till’s own records',
} as const
