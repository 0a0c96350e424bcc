/** An open journal for each test of a file, and what such tests do with it again and again. */
import { afterEach, beforeEach } from 'vitest'
import type { AttemptEvent } from '../../../shared/attempt'
import { intent, otherMarker, ownMarker, startOfDay } from '../../../shared/testing/refund-samples'
import type { Journal } from '../journal'
import { type JournalPlace, makeJournalPlace } from './journal-place'
import { madeAnew } from './made-anew'

export const intended: AttemptEvent = { kind: 'intended', at: startOfDay, intent: intent() }
export const sending: AttemptEvent = { kind: 'sending', at: startOfDay + 1 }

/** All that a journal can be asked about. */
function contentsOf(journal: Journal) {
  return {
    head: journal.head(),
    attempts: journal.list({ from: null, to: null }),
    lines: [ownMarker, otherMarker].map((marker) => journal.lines(marker)),
    undecided: journal.undecided(),
    mark: journal.mark('pay-1'),
  }
}

export type OpenJournal = {
  place: JournalPlace
  journal: Journal
  /** The attempt's state afterwards, or why the line was not taken. */
  readonly append: (event: AttemptEvent, marker?: string) => string
  /** As the next start of the program finds it. */
  readonly reopen: () => Promise<void>
  readonly contents: () => ReturnType<typeof contentsOf>
}

/** To be called once, at the top of a file of tests. */
export function openJournalForEachTest(): OpenJournal {
  const places = madeAnew<JournalPlace>()
  const journals = madeAnew<Journal>()
  const open: OpenJournal = {
    get place() {
      return places.get()
    },
    set place(place) {
      places.set(place)
    },
    get journal() {
      return journals.get()
    },
    set journal(journal) {
      journals.set(journal)
    },
    append(event, marker = ownMarker) {
      const written = open.journal.append(marker, event)
      return written.ok ? written.value.state : written.fault.kind
    },
    async reopen() {
      await open.place.keys.writeHead(open.journal.head())
      open.journal.close()
      open.journal = await open.place.openWell()
    },
    contents: () => contentsOf(open.journal),
  }
  beforeEach(async () => {
    open.place = makeJournalPlace(() => startOfDay)
    open.journal = await open.place.openWell()
  })
  afterEach(() => {
    open.journal.close()
    open.place.remove()
  })
  return open
}
