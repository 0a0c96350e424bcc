import type { OutageState } from '../lookup/outage'

/** Getting ready for an outage with nothing asked for yet, but for what is given. */
export function anOutage(change: Partial<OutageState> = {}): OutageState {
  return {
    work: { at: 'idle' },
    counts: { waiting: 0, found: 0, saved: 0, not_found: 0, unread: 0 },
    folder: null,
    ...change,
  }
}
