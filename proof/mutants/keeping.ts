/** Mistakes in the record on disk, its keys and its opening (rules 3, 11 and 13). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const keepingMutants: readonly Mutant[] = [
  {
    name: 'F3 a rolled-back record is accepted',
    rule: 11,
    focus: focus.damage,
    changes: [
      { in: 'readLog', statement: 'if (kept !== null && kept.seq > head.seq)', becomes: '' },
      { in: 'readLog', statement: 'if (kept !== null && own !== null', becomes: '' },
    ],
  },
  {
    name: 'the head is compared with the first line only',
    rule: 11,
    focus: focus.damage,
    changes: [
      { in: 'readLog', value: 'kept.seq > head.seq', becomes: 'kept.seq < first.seq' },
      { in: 'readLog', statement: 'if (kept !== null && own !== null', becomes: '' },
    ],
  },
  {
    name: 'what was being sent when the power went counts as not sent',
    rule: 11,
    focus: focus.power,
    changes: [
      { in: 'interrupted', file: 'shared/refund/refund.ts', value: "'unconfirmed'", becomes: "'not_sent'" },
    ],
  },
  {
    name: 'leftovers are not looked at when the program starts',
    rule: 11,
    focus: focus.power,
    changes: [{ in: 'settleLeftovers', statement: 'for (const { intent, state } of', becomes: '' }],
  },
  {
    name: 'an empty answer of the keychain is believed at once',
    rule: 11,
    changes: [
      { in: 'lost', file: 'open-journals.ts', statement: 'if (!works.ok)', becomes: '' },
      { in: 'lost', file: 'open-journals.ts', value: 'wasSilentBefore(deps, journal)', becomes: 'true' },
      { in: 'open', file: 'open-journals.ts', statement: 'if (used.value)', becomes: '' },
      { in: 'openFirst', statement: 'if (!works.ok)', becomes: '' },
    ],
    unseen: {
      why: 'a silent keychain has to come with a lost file, and the lock then stands in the other files',
      seenBy: 'src/main/journal/open-journals.real.test.ts',
    },
  },
  {
    name: 'a journal that is not there is begun anew without a word',
    rule: 11,
    changes: [
      {
        in: 'openNamed',
        file: 'open-journals.ts',
        statement: 'if (!segments.has(id))',
        becomes: 'if (!segments.has(id)) return openFirst(deps)',
      },
    ],
    unseen: {
      why: 'the histories take a file away, but hardly ever all of them',
      seenBy: 'src/main/journal/open-journals.real.test.ts',
    },
  },
  {
    name: 'lost entries never end in a new journal',
    rule: 11,
    focus: focus.keychains,
    changes: [{ in: 'endsOnlyByNew', constant: "['journal_damaged', 'journal_rolled_back']" }],
  },
  {
    name: 'a new journal is never offered for damage',
    rule: 12,
    focus: focus.damage,
    changes: [
      {
        in: 'endsOnlyByNew',
        constant: "['keychain_emptied', 'journal_missing', 'journal_rolled_back', 'journal_wrong_key']",
      },
    ],
  },
  {
    name: 'lines that open behind one that does not are no damage',
    rule: 11,
    changes: [{ in: 'readLines', file: 'log.ts', value: '!opens(lines.slice(place))', becomes: 'true' }],
    unseen: {
      why: 'the kept head says the same wherever the keychain has it',
      seenBy: 'src/main/journal/log.real.test.ts',
    },
  },
  {
    name: 'a first line that cannot be read is passed over',
    rule: 11,
    focus: focus.damage,
    changes: [
      { in: 'readLog', statement: 'if (opens(lines))', becomes: '' },
      { in: 'readLog', statement: 'if (kept !== null && kept.seq > head.seq)', becomes: '' },
    ],
  },
  {
    name: 'the first line leaves out an attempt',
    rule: 3,
    focus: focus.power,
    changes: [
      {
        in: 'carriedOn',
        place: 2,
        value: '[...standing.attempts.values()]',
        becomes: '[...standing.attempts.values()].slice(1)',
      },
    ],
  },
  {
    name: 'a failed line is written into the same file again',
    rule: 3,
    changes: [
      {
        in: 'goOn/giveUp',
        file: 'log.ts',
        body: 'last = head',
      },
    ],
    unseen: {
      why: 'the disk fails seldom enough that nothing else is written behind it before a start',
      seenBy: 'src/main/journal/log.real.test.ts',
    },
  },
  {
    name: 'memory takes in a line that the disk did not',
    rule: 3,
    changes: [
      {
        in: 'goOn/append',
        file: 'log.ts',
        statement: 'flushed(to)',
        becomes: 'takeIn(fold, written.line, written.attempt); flushed(to)',
      },
    ],
    unseen: {
      why: 'a line is taken in twice to the same end, and the disk fails seldom',
      seenBy: 'src/main/journal/log.real.test.ts',
    },
  },
  {
    name: 'lines wait for no disk',
    rule: 3,
    focus: focus.power,
    changes: [{ in: 'goOn/flushed', file: 'log.ts', statement: 'to.flush()', becomes: '' }],
  },
  {
    name: 'a refund begins before the values of the last month are known',
    rule: 13,
    changes: [
      { in: 'makeJournal/refusalOf', statement: 'if (!index.isReady())', becomes: '' },
      { in: 'makeOpenRefunds/refundsOff', value: 'journal.isReady()', becomes: 'true' },
    ],
    unseen: {
      why: 'the index of a history is made before its program is open',
      seenBy: 'src/main/journal/journal-index.real.test.ts',
    },
  },
  {
    name: 'older files are verified nowhere',
    rule: 13,
    changes: [{ in: 'makeFileVerifier/verify', body: 'return false' }],
    unseen: {
      why: 'what stands open never depends on them',
      seenBy: 'src/main/journal/verify-behind.real.test.ts',
    },
  },
  {
    name: 'what the disk did not take of a high-water value is forgotten',
    rule: 2,
    changes: [{ in: 'write', file: 'refund/protocol.ts', statement: 'meanwhile.note(snapshot', becomes: '' }],
    unseen: {
      why: 'rare: a sum has to be seen only while the disk fails, and to be lower when it works',
      seenBy: 'src/main/refund/refund-service-disk.real.test.ts',
    },
  },
  {
    name: 'what is seen while refunds are off is forgotten',
    rule: 2,
    changes: [{ in: 'makeSeenMeanwhile/note', body: 'return' }],
    unseen: {
      why: 'rare: a sum has to be seen only while refunds are off, and to be lower when they are on',
      seenBy: 'src/main/refund/meanwhile.real.test.ts',
    },
  },
  {
    name: 'answers raise no high-water value',
    rule: 2,
    changes: [{ in: 'raiseHighWater', body: 'return succeed(null)' }],
    unseen: {
      why: 'rare: what sends after a lower sum has first to be seen, and the cashier to confirm the lower one',
      seenBy: 'src/main/refund/take.real.test.ts',
    },
  },
]
