/** Mistakes in the record on disk, its keys and its opening, and where a new journal goes on (rules 3, and 11 to 13). */
import { body, constant, focus, type Mutant, seenBy, seenIn, statement, value, without } from './mutant'

const openJournals = 'src/main/journal/open-journals.real.test.ts'
const log = 'src/main/journal/log.real.test.ts'
const journalIndex = 'src/main/journal/journal-index.real.test.ts'
const verifyBehind = 'src/main/journal/verify-behind.real.test.ts'
const oddCourses = 'src/main/refund/odd-courses.real.test.ts'
const unwritten = 'src/main/refund/unwritten.real.test.ts'
const seenEarlier = 'src/main/refund/seen-earlier.real.test.ts'
const meanwhile = 'src/main/refund/meanwhile.real.test.ts'
const take = 'src/main/refund/take.real.test.ts'
const beginJournal = 'src/main/journal/begin-journal.real.test.ts'
const salvage = 'src/main/journal/salvage.test.ts'
const beginJournalAgain = 'src/main/journal/begin-journal-again.real.test.ts'

export const keepingMutants: readonly Mutant[] = [
  seenIn(focus.damage, 11, 'F3 a rolled-back record is accepted', [
    without('readLog', 'if (kept.seq > head.seq)'),
    without('readLog', 'if (own !== null'),
  ]),
  seenIn(focus.damage, 11, 'the head is compared with the first line only', [
    value('readLog', 'kept.seq > head.seq', 'kept.seq < first.seq'),
    without('readLog', 'if (own !== null'),
  ]),
  seenIn(focus.power, 11, 'what was being sent when the power went counts as not sent', [
    value('shared/refund/refund.ts:interrupted', "'unconfirmed'", "'not_sent'"),
  ]),
  seenIn(focus.power, 11, 'leftovers are not looked at when the program starts', [
    without('settleLeftovers', 'for (const { intent, state } of'),
  ]),
  seenBy(openJournals, 11, 'an empty answer of the keychain is believed at once', [
    'a silent keychain has to come with a lost file, and the lock then stands in the other files',
    without('open-journals.ts:lost', 'if (!works.ok)'),
    value('open-journals.ts:lost', 'wasSilentBefore(deps, journal)', 'true'),
    without('open-journals.ts:open', 'if (used.value)'),
    without('openFirst', 'if (!works.ok)'),
  ]),
  seenBy(openJournals, 11, 'a journal that is not there is begun anew without a word', [
    'the histories take a file away, but hardly ever all of them',
    statement(
      'open-journals.ts:openNamed',
      'if (!segments.has(id))',
      'if (!segments.has(id)) return openFirst(deps)',
    ),
  ]),
  seenBy(openJournals, 12, 'a lone file is what a first start left, whatever it lists', [
    'the keychain has to lose all, and every file but the newest to go',
    value('hasLines', 'number > 1', 'false'),
  ]),
  seenIn(focus.keychains, 11, 'lost entries never end in a new journal', [
    constant('endsOnlyByNew', "['journal_damaged', 'journal_rolled_back']"),
  ]),
  seenIn(focus.damage, 12, 'a new journal is never offered for damage', [
    constant(
      'endsOnlyByNew',
      "['keychain_emptied', 'journal_missing', 'journal_rolled_back', 'journal_wrong_key']",
    ),
  ]),
  seenBy(log, 11, 'lines that open behind one that does not are no damage', [
    'the kept head says the same wherever the keychain has it',
    value('log.ts:readLines', '!opens(lines.slice(place))', 'true'),
  ]),
  seenIn(focus.damage, 11, 'a first line that cannot be read is passed over', [
    without('readLog', 'if (opens(lines))'),
    without('readLog', 'if (kept.seq > head.seq)'),
  ]),
  seenIn(focus.power, 3, 'the first line leaves out an attempt', [
    value('carriedOn#2', '[...standing.attempts.values()]', '$&.slice(1)'),
  ]),
  seenBy(log, 3, 'a failed line is written into the same file again', [
    'the disk fails seldom enough that nothing else is written behind it before a start',
    body('log.ts:goOn/giveUp', 'last = head'),
  ]),
  seenBy(log, 3, 'memory takes in a line that the disk did not', [
    'a line is taken in twice to the same end, and the disk fails seldom',
    statement('log.ts:goOn/append', 'flushed(to)', 'takeIn(fold, written.line, written.attempt)\n$&'),
  ]),
  seenIn(focus.power, 3, 'lines wait for no disk', [without('log.ts:goOn/flushed', 'to.flush()')]),
  seenBy(log, 3, 'a second program leaves behind what the first wrote since it read the record', [
    'no history has two programs on one record',
    without('log.ts:goOn/begin', 'if (head === from.head)'),
  ]),
  seenBy(journalIndex, 13, 'the index takes a drive that is gone for a moment for one without files', [
    'no disk of a history is gone and returns',
    constant('maxUnread', '0'),
  ]),
  seenBy(journalIndex, 13, 'a refund begins before the values of the last month are known', [
    'the index of a history is made before its program is open',
    without('makeJournal/refusalOf', 'if (!index.isReady())'),
    value('makeOpenRefunds/refundsOff', 'journal.isReady()', 'true'),
  ]),
  seenBy(verifyBehind, 13, 'older files are verified nowhere', [
    'what stands open never depends on them',
    body('makeFileVerifier/verify', 'return false'),
  ]),
  seenBy(unwritten, 2, 'what the disk did not take of a high-water value is forgotten', [
    'rare: a sum has to be seen only while the disk fails, and to be lower when it works',
    without('refund/protocol.ts:write', 'meanwhile.note(snapshot'),
  ]),
  seenBy(oddCourses, 2, 'only the index knows our own refunds', [
    'no history deletes the older files and the index while a service lags',
    value('highWater', 'Math.max(seen ?? 0, own)', '(seen ?? 0)'),
  ]),
  seenBy(meanwhile, 2, 'what is seen while refunds are off is forgotten', [
    'rare: a sum has to be seen only while refunds are off, and to be lower when they are on',
    body('makeSeenMeanwhile/note', 'return'),
  ]),
  seenBy(seenEarlier, 9, 'what is seen while no line can be written is told of no settled refund', [
    'rare: a movement has to be seen only then, and the sum to be lower when lines can be written',
    value('takeEarlier', 'tellSettled(till, snapshot, raw)', 'true'),
  ]),
  seenBy(seenEarlier, 9, 'what is seen while no line can be written is told of no refund in doubt', [
    'rare: our marker has to be seen only then, and not to be shown when lines can be written',
    value('takeEarlier', '!news', 'true'),
  ]),
  seenBy(take, 2, 'answers raise no high-water value', [
    'rare: what sends after a lower sum has first to be seen, and the cashier to confirm the lower one',
    body('raiseHighWater', 'return succeed(null)'),
  ]),
  seenBy(beginJournal, 12, 'F2 high-water values of the journals before are not read', [
    'rare: an older answer has to come for a payment that was seen before the damage',
    value('fillBack', '[...journals.entries()].reverse()', '$&.slice(0, 1)'),
  ]),
  seenBy(beginJournal, 12, 'a new journal begins without what was undecided in the old one', [
    'what is left out is locked all the same, by the keychain’s list of locks',
    value('goingOn', '[...open.attempts, ...open.beside]', '[...open.beside]'),
  ]),
  seenBy(salvage, 12, 'what may have been sent counts as never sent', [
    'rare: what is on its way has to be cut off at the end of what can be read',
    value('goingOn', "'unconfirmed'", "'not_sent' as const"),
  ]),
  seenBy(beginJournalAgain, 12, 'a gap settles: what is missing says nothing', [
    'rare: a line has to be lost between two others of what is open, the last of which settles it',
    value('readEvent', 'doubtful.has(marker)', 'false'),
  ]),
  seenBy(salvage, 12, '`-` in the clear counts although the line does not open', [
    'rare: a line that settles has to be damaged behind one that begins, and the keychain’s list not to know it',
    statement(
      'readClear',
      'for (const lock of raw.locks)',
      'for (const lock of raw.locks) { if (lock.locks) reading.locks.set(nameOf(lock), lock); else reading.locks.delete(nameOf(lock)) }',
    ),
  ]),
  seenBy(salvage, 12, 'what the clear part says is undecided stays as its lines left it', [
    'rare: the line that opened a settled refund again has to be the damaged one',
    without('settleClear', 'if (isOwn && !isUndecided'),
  ]),
  seenIn(focus.losses, 12, 'what cannot be opened locks nothing', [
    body('salvage.ts:unreadLocks', 'return []'),
  ]),
  seenIn(focus.losses, 12, 'the locks beside the head are not looked at', [
    value('salvage.ts:unreadLocks', 'kept.locks', '[] as readonly string[]'),
  ]),
  seenIn(focus.losses, 12, 'what could not be read is told to nobody', [
    body('salvage.ts:notRead', 'return []'),
    value(
      'salvage.ts:salvage',
      'Math.max(Math.max(kept.head.seq, last) - began + 1 - opened.size, reading.hidden)',
      '0',
    ),
  ]),
  seenBy(beginJournalAgain, 12, 'a new journal is put into force before it is written', [
    'rare: the power has to go between two writes of a beginning',
    value(
      'putIntoForce',
      'await keys.createKey(id)',
      'await keys.createKey(id).then(async (made) => { await keys.writeInForce(id); return made })',
    ),
  ]),
  seenBy(beginJournal, 12, 'what was told is not taken over', [
    'rare: a write has to land after a journal was damaged and a new one begun',
    value('ofEarlierLines', 'told === null ? null : { ...told, line: told.line - last }', 'null'),
  ]),
]
