/** A short story in a journal, for tests that damage, move or reopen it and compare what is then in it. */
import Database from 'libsql'
import type { AttemptEvent } from '../../../shared/attempt'
import {
  answeredBy,
  startOfDay as at,
  glance,
  intent,
  looked,
  lost,
  noRecord,
  otherMarker,
  ownMarker,
  refusal,
} from '../../../shared/testing/refund-samples'
import type { Journal } from '../journal'
import { type JournalPlace, makeJournalPlace } from './journal-place'

/** Two attempts on two transactions: one refused and looked at once, one unconfirmed. */
export const story: readonly (readonly [string, AttemptEvent])[] = [
  [ownMarker, { kind: 'intended', at, intent: intent() }],
  [ownMarker, { kind: 'sending', at }],
  [ownMarker, answeredBy(refusal, 'refusal_seen')],
  [ownMarker, looked(noRecord, 'refusal_seen')],
  [otherMarker, { kind: 'intended', at, intent: intent({ marker: otherMarker, id: 'pay-2' }) }],
  [otherMarker, { kind: 'sending', at }],
  [otherMarker, answeredBy(lost, 'unconfirmed')],
]

export function writeStory(journal: Journal, events = story): void {
  for (const [marker, event] of events) {
    const written = journal.append(marker, event)
    if (!written.ok) throw new Error(`The story does not go on: ${written.fault.kind}`)
  }
  journal.raiseMark(glance({ refunded: 300 }))
}

/** All that a journal with the story can be asked about. */
export function contentsOf(journal: Journal) {
  return {
    head: journal.head(),
    attempts: journal.list({ from: null, to: null }),
    byPayment: ['pay-1', 'pay-2'].map((id) => journal.attemptsOn(id)),
    lines: [ownMarker, otherMarker].map((marker) => journal.lines(marker)),
    undecided: journal.undecided(),
    excerpt: journal.linesBetween(at, at),
    mark: journal.mark('pay-1'),
  }
}

export type Contents = ReturnType<typeof contentsOf>

/** Writes the story, brings the head to the keychain and closes. Answers what was in it. */
export async function finishStory(place: JournalPlace): Promise<Contents> {
  const journal = await place.openWell()
  writeStory(journal)
  await place.keys.writeHead(journal.head())
  const contents = contentsOf(journal)
  journal.close()
  foldLogIn(place.file)
  return contents
}

/** Brings everything into the one file, as a clean end of the program does. */
export function foldLogIn(file: string): void {
  const database = new Database(file)
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  database.close()
}

/** Changes the file behind the journal's back. */
export function tamperWith(file: string, sql: string): void {
  const database = new Database(file)
  database.exec(sql)
  database.close()
  foldLogIn(file)
}

/** Why refunds are off when the journal is opened, or 'open'. */
export async function openingOf(place: JournalPlace): Promise<string> {
  const opened = await place.open()
  if (!opened.ok) return opened.fault.why
  opened.value.close()
  return 'open'
}

/** Another folder with the same keychain, for copies of the file. */
export function placeWithSameKeychain(place: JournalPlace): JournalPlace {
  const other = makeJournalPlace(() => at)
  for (const [name, secret] of place.keychain.entries) other.keychain.entries.set(name, secret)
  return other
}
