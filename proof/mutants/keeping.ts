/** Mistakes in the journal on disk, its keys and its opening (rules 3, 11 and 13). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const keepingMutants: readonly Mutant[] = [
  {
    name: 'F3 a rolled-back journal is accepted',
    rule: 11,
    focus: focus.damage,
    changes: [{ in: 'againstKept', body: 'return null' }],
  },
  {
    name: 'what was being sent when the power went counts as cancelled',
    rule: 11,
    focus: focus.power,
    changes: [
      {
        in: 'eventAtStart',
        value: '{ kind, at }',
        becomes: "{ kind: 'cancelled', at, why: 'found_at_start' }",
      },
      {
        in: 'follow',
        file: 'shared/refund.ts',
        value: "from('intended', attempt, event, 'cancelled')",
        becomes: "from(attempt.state === 'sending' ? 'sending' : 'intended', attempt, event, 'cancelled')",
      },
    ],
  },
  {
    name: 'leftovers are not looked at when the program starts',
    rule: 11,
    focus: focus.power,
    changes: [
      { in: 'begin', file: 'refunds-on.ts', statement: 'for (const { intent, state } of', becomes: '' },
    ],
  },
  {
    name: 'an empty answer of the keychain is believed at once',
    rule: 11,
    focus: focus.keychains,
    changes: [
      { in: 'lost', file: 'open-journals.ts', statement: 'if (!works.ok)', becomes: '' },
      { in: 'lost', file: 'open-journals.ts', value: 'wasSilentBefore(deps, journal)', becomes: 'true' },
      { in: 'openUnnamed', statement: 'if (wasUsed(', becomes: '' },
      { in: 'openFirst', statement: 'if (!works.ok)', becomes: '' },
    ],
  },
  {
    name: 'a journal that is not there is begun anew without a word',
    rule: 11,
    changes: [
      {
        in: 'openNamed',
        file: 'open-journals.ts',
        statement: 'if (file.value === undefined)',
        becomes: 'if (file.value === undefined) return openFirst(deps)',
      },
    ],
    unseen: {
      why: 'the histories damage files and put old ones back, but take none away',
      seenBy: 'src/main/journal/open-journals.test.ts',
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
    name: 'the chain is not checked at opening',
    rule: 13,
    changes: [
      { in: 'readFromCheckpoint', statement: 'if (chainHash(', becomes: '' },
      { in: 'comparePayment', statement: 'if (chainHash(', becomes: '' },
    ],
    unseen: {
      why: 'a line that is another does not open under its number',
      seenBy: 'src/main/journal/changed-journal.test.ts',
    },
  },
  {
    name: 'rows are believed whatever the lines say',
    rule: 13,
    changes: [
      { in: 'compareOpen', body: 'return null' },
      { in: 'comparePayment', body: 'return null' },
    ],
    unseen: {
      why: 'the lock is memory, made of lines: a row alone opens none',
      seenBy: 'src/main/refund/changed-from-outside.test.ts',
    },
  },
  {
    name: 'the lock is what the table says, not the lines',
    rule: 3,
    focus: focus.damage,
    changes: [
      { in: 'makeJournal/lockOn', statement: 'if (known !== null)', becomes: '' },
      { in: 'refusalOf', statement: 'if (lockIn(', becomes: '' },
      { in: 'verifyPayment', file: 'journal-checking.ts', body: 'return succeed(null)' },
      { in: 'compareOpen', body: 'return null' },
    ],
  },
  {
    name: 'damage that was found behind is forgotten',
    rule: 13,
    focus: focus.damage,
    changes: [
      { in: 'makeOpening', statement: 'found = fault', becomes: '' },
      {
        in: 'makeJournalWriting/checkpoint',
        statement: 'if (memory.damage !== null)',
        place: 1,
        becomes: '',
      },
    ],
  },
  {
    name: 'damage is looked for nowhere behind the cashier',
    rule: 13,
    changes: [{ in: 'verifyBehind/step', body: 'return' }],
    unseen: {
      why: 'what is needed for a refund is verified before it too',
      seenBy: 'src/main/refund/changed-from-outside.test.ts',
    },
  },
  {
    name: 'a checkpoint of another chain is believed',
    rule: 13,
    changes: [{ in: 'checkContent', value: 'hashAt(file, at.seq) === at.hash', becomes: 'true' }],
    unseen: {
      why: 'no history makes a checkpoint that opens and is another’s',
      seenBy: 'src/main/journal/checkpoint.test.ts',
    },
  },
  {
    name: 'what the disk did not take of a high-water value is forgotten',
    rule: 2,
    changes: [{ in: 'makeShowNotes/raise', statement: 'deps.meanwhile.note(serviceName', becomes: '' }],
    unseen: {
      why: 'rare: a sum has to be seen only while the disk fails, and to be lower when it works',
      seenBy: 'src/main/refund/refund-service-disk.test.ts',
    },
  },
  {
    name: 'what is seen while refunds are off is forgotten',
    rule: 2,
    changes: [{ in: 'makeSeenMeanwhile/note', body: 'return' }],
    unseen: {
      why: 'rare: a sum has to be seen only while refunds are off, and to be lower when they are on',
      seenBy: 'src/main/refund/seen-meanwhile.test.ts',
    },
  },
  {
    name: 'answers raise no high-water value',
    rule: 2,
    changes: [{ in: 'raiseHighWater', body: 'return succeed(null)' }],
    unseen: {
      why: 'rare: what sends after a lower sum has first to be seen, and the cashier to confirm the lower one',
      seenBy: 'src/main/refund/note-show.test.ts',
    },
  },
]
