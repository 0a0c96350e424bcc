/** What the keychain keeps of a journal beside its key, made from the journal (refund-protocol.md 11 and 12). */
import type { HeadEntry } from './journal-keys'
import type { Journal } from './journal-types'

/** Of a lock's hash, how many hexadecimal digits the keychain keeps: some keychains take little more than 2,000 characters. */
export const lockDigits = 16

/** It holds so many locks, the newest. */
export const mostLocks = 32

export function headEntryOf(journal: Pick<Journal, 'head' | 'openLocks' | 'standing'>): HeadEntry {
  return {
    head: journal.head(),
    locks: journal.openLocks().map(({ lock }) => lock.slice(0, lockDigits)),
    services: journal.standing().services.highest,
  }
}
