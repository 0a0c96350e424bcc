/** An open journal of its own for each test of a file. */
import { afterEach, beforeEach } from 'vitest'
import type { AttemptEvent } from '../../../shared/attempt/attempt'
import { intent, ownMarker, startOfDay } from '../../../shared/testing/refund-samples'
import type { Journal } from '../journal'
import { type JournalPlace, makeJournalPlace } from './journal-place'
import { partOfTest } from './part-of-test'

const at = startOfDay

export const sending: AttemptEvent = { kind: 'sending', at, intent: intent() }

export type JournalForEachTest = {
  readonly place: JournalPlace
  readonly journal: Journal
  /** The attempt's state afterwards, or why the line was not taken. */
  readonly append: (event: AttemptEvent, marker?: string) => string
  /** Begins a refund with the sample intent, changed so. */
  readonly begin: (marker: string, change?: Parameters<typeof intent>[0]) => string
  /** Closes the journal, keeps its head, and opens it again. */
  readonly reopen: () => Promise<void>
}

/** Makes the journals. Called at the top of a test file. The clock stands still at `startOfDay`. */
export function journalForEachTest(): JournalForEachTest {
  const places = partOfTest<JournalPlace>()
  const journals = partOfTest<Journal>()

  function append(event: AttemptEvent, marker = ownMarker): string {
    const written = journals.get().append(marker, event)
    return written.ok ? written.value.state : written.fault.kind
  }

  beforeEach(async () => {
    const place = makeJournalPlace(() => at)
    place.create()
    places.set(place)
    journals.set(await place.openWell())
  })
  afterEach(() => journals.get().close())

  return {
    get place() {
      return places.get()
    },
    get journal() {
      return journals.get()
    },
    append,
    begin: (marker, change = {}) =>
      append({ kind: 'sending', at, intent: intent({ marker, ...change }) }, marker),
    async reopen() {
      const place = places.get()
      place.head = journals.get().head()
      journals.get().close()
      journals.set(await place.openWell())
    },
  }
}
