/** Mistakes where a new journal takes the place of an old one (rule 12). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const takingOverMutants: readonly Mutant[] = [
  {
    name: 'F1 what stands in rows alone is not taken over',
    rule: 12,
    changes: [{ in: 'recordsOf', statement: 'for (const marker of journal.rows.keys())', becomes: '' }],
    unseen: {
      why: 'rare: a line has to be damaged and its row not, and the keychain’s list of locks not to know it',
      seenBy: 'src/main/journal/takeover/findings-damage.test.ts',
    },
  },
  {
    name: 'F2 high-water values are not taken over',
    rule: 12,
    changes: [{ in: 'inheritedHighWater', body: 'return []' }],
    unseen: {
      why: 'rare: an older answer has to come for a payment that was seen before the damage',
      seenBy: 'src/main/journal/begin-journal.test.ts',
    },
  },
  {
    name: 'a new journal begins without what was undecided in the old one',
    rule: 12,
    changes: [
      {
        in: 'chooseRecords',
        statement: 'records.set(marker',
        becomes:
          'if (!isUndecided(chosen.attempt.state)) records.set(marker, { record: chosen, rank: chosen.rank, ...goOnFrom(chosen, now) })',
      },
    ],
    unseen: {
      why: 'what is left out is locked all the same, by the keychain’s list of locks',
      seenBy: 'src/main/journal/takeover/inherit.test.ts',
    },
  },
  {
    name: 'what may have been sent counts as never sent',
    rule: 12,
    changes: [
      {
        in: 'goOnFrom',
        statement: "return { attempt: { ...fitting(attempt), state: 'unconfirmed'",
        becomes: "return { attempt: { ...fitting(attempt), state: 'cancelled', since: now }, history }",
      },
    ],
    unseen: {
      why: 'rare: what is on its way has to be cut off at the end of what can be read',
      seenBy: 'src/main/journal/takeover/damage.test.ts',
    },
  },
  {
    name: 'a row that is older than its lines outranks them',
    rule: 12,
    changes: [{ in: 'weigh', statement: 'if (row.line < fold.last)', becomes: '' }],
    unseen: {
      why: 'rare: rows and lines of one attempt have to be damaged so that both open and differ',
      seenBy: 'src/main/journal/takeover/inherit.test.ts',
    },
  },
  {
    name: 'lines outrank a row that is newer',
    rule: 12,
    changes: [
      {
        in: 'weigh',
        statement: 'if (row === null)',
        becomes:
          'if (row === null || fold.attempt !== null) return { attempt: fold.attempt, contradicts: false }',
      },
    ],
    unseen: {
      why: 'rare: rows and lines of one attempt have to be damaged so that both open and differ',
      seenBy: 'src/main/journal/takeover/inherit.test.ts',
    },
  },
  {
    name: 'records that contradict each other lock nothing',
    rule: 12,
    changes: [{ in: 'goOnFrom', statement: 'if (contradicts)', becomes: '' }],
    unseen: {
      why: 'two records of one attempt that open and differ are made by no damage',
      seenBy: 'src/main/journal/takeover/inherit.test.ts',
    },
  },
  {
    name: 'what cannot be opened locks nothing',
    rule: 12,
    focus: focus.losses,
    changes: [{ in: 'unreadLocks/lockUnread', body: 'return' }],
  },
  {
    name: 'a person at one service releases for all of them what nobody can open',
    rule: 12,
    changes: [{ in: 'afterRelease', body: 'return []' }],
    unseen: {
      why: 'rare: a refund has to be lost with its record, and released after a move',
      seenBy: 'src/main/journal/standing.test.ts',
    },
  },
  {
    name: 'the locks beside the head are not looked at',
    rule: 12,
    focus: focus.losses,
    changes: [{ in: 'unreadLocks', value: 'head?.locks ?? []', becomes: '[] as readonly string[]' }],
  },
  // Struck: «an attempt that lines are missing of explains the keychain’s lock» (mayHideARefund): no history in 350 and no
  // test tells it from the program.
  {
    name: 'what could not be read is told to nobody',
    rule: 12,
    focus: focus.losses,
    changes: [
      { in: 'notRead', file: 'inherit.ts', body: 'return []' },
      { in: 'inherit', file: 'takeover/inherit.ts', value: 'missingLines(last)', becomes: '0' },
    ],
  },
  {
    name: 'a new journal is put into force before it is written',
    rule: 12,
    changes: [
      {
        in: 'putIntoForce',
        value: 'await keys.createKey(id)',
        becomes:
          'await keys.createKey(id).then(async (made) => { await keys.writeInForce(id); return made })',
      },
    ],
    unseen: {
      why: 'rare: the power has to go between two writes of a beginning',
      seenBy: 'src/main/journal/begin-journal-again.test.ts',
    },
  },
  {
    name: 'watches are not taken over',
    rule: 12,
    changes: [
      {
        in: 'asTakenOver',
        value: 'attempt.watch === null ? null : { ...attempt.watch, line }',
        becomes: 'null',
      },
    ],
    unseen: {
      why: 'rare: a write has to land after a journal was damaged and a new one begun',
      seenBy: 'src/main/journal/begin-journal.test.ts',
    },
  },
]
