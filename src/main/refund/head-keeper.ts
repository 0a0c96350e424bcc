import type { Journal } from './journal'
import type { JournalKeys } from './journal-keys'

/**
 * Brings the chain's head to the keychain, always after the journal has it (design.md, protocol 11). Calls
 * that come while one is being written are answered by one more write of the newest head.
 */
export function makeHeadKeeper(
  journal: Journal,
  keys: JournalKeys,
  log: (line: string) => void,
): { readonly advance: () => void; readonly settled: () => Promise<void> } {
  let kept = journal.head().seq
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (kept < journal.head().seq) {
      const head = journal.head()
      const written = await keys.writeHead(head)
      if (!written.ok) {
        // The next start accepts a chain that extends the older head, so nothing is lost but the guard's reach.
        log(`journal: head ${head.seq} not in the keychain: ${written.fault.detail}`)
        break
      }
      kept = head.seq
    }
    // In the same step as the last look at the head: a line written any later begins a write of its own.
    writing = null
  }

  function advance(): void {
    if (writing === null && kept < journal.head().seq) writing = write()
  }

  return {
    advance,
    async settled() {
      advance()
      await writing
    },
  }
}
