import type { AttemptEvent } from '../../shared/attempt'
import { activityWords } from '../words/activity'

/** What came back for an event just as it came, or null where nothing comes back. */
export function rawOf(event: AttemptEvent): string | null {
  switch (event.kind) {
    case 'answered':
    case 'checked':
    case 'alarmed':
      return event.raw === '' ? activityWords.noRaw : event.raw
    default:
      return null
  }
}
