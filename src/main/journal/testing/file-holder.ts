import type { JournalPlace } from './journal-place'

/** A disk that takes nothing while it is held. */
export type FileHolder = { readonly hold: () => void; readonly letGo: () => void; readonly end: () => void }

export function makeFileHolder({ disk }: JournalPlace): FileHolder {
  const letGo = () => {
    disk.failAfter = Number.POSITIVE_INFINITY
  }
  return {
    hold() {
      disk.failAfter = 0
    },
    letGo,
    end: letGo,
  }
}
