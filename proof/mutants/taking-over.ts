/** Mistakes where a new journal takes the place of an old one (rule 12). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const takingOverMutants: readonly Mutant[] = [
  {
    name: 'F2 high-water values of the journals before are not read',
    rule: 12,
    changes: [
      {
        in: 'fillBack',
        value: '[...journals.entries()].reverse()',
        becomes: '[...journals.entries()].reverse().slice(0, 1)',
      },
    ],
    unseen: {
      why: 'rare: an older answer has to come for a payment that was seen before the damage',
      seenBy: 'src/main/journal/begin-journal.real.test.ts',
    },
  },
  {
    name: 'a new journal begins without what was undecided in the old one',
    rule: 12,
    changes: [
      {
        in: 'goingOn',
        value: '[...open.attempts, ...open.beside]',
        becomes: '[...open.beside]',
      },
    ],
    unseen: {
      why: 'what is left out is locked all the same, by the keychain’s list of locks',
      seenBy: 'src/main/journal/begin-journal.real.test.ts',
    },
  },
  {
    name: 'what may have been sent counts as never sent',
    rule: 12,
    changes: [
      {
        in: 'goingOn',
        value: "{ ...attempt, state: 'unconfirmed', since: now }",
        becomes: "{ ...attempt, state: 'not_sent' as const, since: now }",
      },
    ],
    unseen: {
      why: 'rare: what is on its way has to be cut off at the end of what can be read',
      seenBy: 'src/main/journal/salvage.test.ts',
    },
  },
  {
    name: 'a gap settles: what is missing says nothing',
    rule: 12,
    changes: [{ in: 'readEvent', value: 'doubtful.has(marker)', becomes: 'false' }],
    unseen: {
      why: 'rare: a line has to be lost between two others of what is open, the last of which settles it',
      seenBy: 'src/main/journal/begin-journal-again.real.test.ts',
    },
  },
  {
    name: '`-` in the clear counts although the line does not open',
    rule: 12,
    changes: [
      {
        in: 'readClear',
        statement: 'for (const lock of raw.locks)',
        becomes:
          'for (const lock of raw.locks) { if (lock.locks) reading.locks.set(nameOf(lock), lock); else reading.locks.delete(nameOf(lock)) }',
      },
    ],
    unseen: {
      why: 'rare: a line that settles has to be damaged behind one that begins, and the keychain’s list not to know it',
      seenBy: 'src/main/journal/salvage.test.ts',
    },
  },
  {
    name: 'what the clear part says is undecided stays as its lines left it',
    rule: 12,
    changes: [{ in: 'settleClear', statement: 'if (isOwn && !isUndecided', becomes: '' }],
    unseen: {
      why: 'rare: the line that opened a settled refund again has to be the damaged one',
      seenBy: 'src/main/journal/salvage.test.ts',
    },
  },
  {
    name: 'what cannot be opened locks nothing',
    rule: 12,
    focus: focus.losses,
    changes: [{ in: 'unreadLocks', file: 'salvage.ts', body: 'return []' }],
  },
  {
    name: 'the locks beside the head are not looked at',
    rule: 12,
    focus: focus.losses,
    changes: [
      { in: 'unreadLocks', file: 'salvage.ts', value: 'kept.locks', becomes: '[] as readonly string[]' },
    ],
  },
  {
    name: 'what could not be read is told to nobody',
    rule: 12,
    focus: focus.losses,
    changes: [
      { in: 'notRead', file: 'salvage.ts', body: 'return []' },
      {
        in: 'salvage',
        file: 'salvage.ts',
        value: 'Math.max(kept.head.seq, last) - began + 1 - opened',
        becomes: '0',
      },
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
      seenBy: 'src/main/journal/begin-journal-again.real.test.ts',
    },
  },
  {
    name: 'what was told is not taken over',
    rule: 12,
    changes: [
      {
        in: 'ofEarlierLines',
        value: 'told === null ? null : { ...told, line: told.line - last }',
        becomes: 'null',
      },
    ],
    unseen: {
      why: 'rare: a write has to land after a journal was damaged and a new one begun',
      seenBy: 'src/main/journal/begin-journal.real.test.ts',
    },
  },
]
