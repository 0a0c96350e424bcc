/** One PC with its disk, keychain and clocks, and the programs that run, die and run again on it. */
import { mkdirSync } from 'node:fs'
import type { RefundService } from '../../src/main/refund/service'
import { filesIn, putFiles } from '../../src/main/system/testing/temporary-folder'
import type { Attempt } from '../../src/shared/attempt/attempt'
import type { CodeKind } from '../../src/shared/payment/codes'
import type { Transaction } from '../../src/shared/payment/transaction'
import { judgeChange } from '../books/judge-change'
import type { Asked } from '../books/judge-send'
import { undecidedStates } from '../books/states'
import type { Witness } from '../books/witness'
import type { ServiceBook } from '../service/service-book'
import type { Agenda } from '../world/agenda'
import type { Line, LineEvents, Post } from '../world/line'
import { type FaultyDisk, faultyFiles, indexOf, makeFaultyDisk } from './faulty-files'
import { openProgram, type Program, type SavedCopy } from './program'
import { makeProgramLife, PowerCut, type ProgramLife } from './program-life'
import { makePcClock, makeProgramClock } from './simulated-clock'
import { makeSimulatedKeychain } from './simulated-keychain'

/** A receipt on the till's screen. */
export type OnScreen = {
  readonly record: Transaction
  readonly foundBy: { readonly kind: CodeKind; readonly code: string }
  /** The address of the service that showed it. */
  readonly shownBy: string
  readonly book: ServiceBook
}

export type SimulatedTill = Awaited<ReturnType<typeof makeSimulatedTill>>

export type SimulatedTillDeps = {
  readonly name: string
  readonly folder: string
  readonly agenda: Agenda
  readonly line: Line
  readonly host: string
  readonly token: string
  readonly witness: Witness
  readonly posted: (post: Post) => void
  /** One more call over the line. */
  readonly counted: (method: string) => void
}

const epoch = Date.UTC(2026, 10, 21, 9, 0, 0)

/** Whether that is so, or the power went before it could be told. */
function isSoOrCut(look: () => boolean): boolean {
  try {
    return look()
  } catch (error) {
    if (error instanceof PowerCut) return true
    throw error
  }
}

/** A program that is gone fails at whatever it was doing, and nobody is there to hear it. */
const unlessGone = (life: ProgramLife) => (error: unknown) => {
  if (life.isAlive()) throw error
  return null
}

/** Shared memory is not found by a system that starts anew. */
const withoutShared = (files: ReadonlyMap<string, Buffer>) =>
  new Map([...files].filter(([file]) => !file.endsWith('-shm')))

export async function makeSimulatedTill(deps: SimulatedTillDeps) {
  const { name, agenda, witness } = deps
  const pc = makePcClock(agenda, epoch)
  const keychain = makeSimulatedKeychain(agenda)
  const tillLine = deps.line.open()
  const screen = new Map<string, OnScreen>()
  const tokens = new Set<string>()
  const copies: SavedCopy[] = []
  const begun = { wall: new Map<number, number>(), monotonic: new Map<number, number>() }
  let moves = 0
  let runs = 0
  let drawn = 0
  let folder = `${deps.folder}/${moves}`
  mkdirSync(folder, { recursive: true })
  let disk = makeFaultyDisk(folder, agenda.now)
  let life = makeProgramLife()
  let program: Program | null = null
  let asked: Asked | null = null
  let host = deps.host
  let saved: ReadonlyMap<string, Buffer> | null = null
  let keptEntries: ReadonlyMap<string, string> | null = null
  /** When somebody last changed the journal's files; before the world's beginning when nobody did. */
  let damagedAt = -2
  /** Markers of which the program that runs has said something. */
  const toldInRun = new Set<string>()
  let keychainLostAt = -1
  let keyLostAt = -2
  let startedAt = -1
  /** Until when a damaged file was written on: behind a gap nothing is settled without a person (protocol 12). */
  let writtenBehindGapAt = -2
  let begunAt = -1
  let lastCallAt = 0
  let lastAnswerAt = 0
  let sleptBefore = 0

  /**
   * Where the PC's clocks stood when something was asked, to tell how long ago that is by each of them. A clock that is set
   * within that moment may have stood either way: the later counts.
   */
  function remember(): void {
    const now = agenda.now()
    begun.wall.set(now, Math.max(pc.wall(), begun.wall.get(now) ?? pc.wall()))
    begun.monotonic.set(now, now - pc.slept())
  }

  const events: LineEvents = {
    isListening: () => !pc.isAsleep(),
    whenAwake: pc.whenAwake,
    isAlive: () => life.isAlive(),
    posted: deps.posted,
    answered: (...answer) => {
      lastAnswerAt = agenda.now()
      witness.answered({ till: name, run: runs }, ...answer)
    },
  }

  /** Reasons for which refunds are off while the journal in memory stands all the same. */
  const standsInMemory: ReadonlySet<string | null> = new Set([null, 'no_keychain'])

  /** Whether that was so as the program began to close. */
  let wasUnkept = false
  /** What is seen while a record is shut is kept for as long as the program runs, and then in copies at most, of that address. */
  function isUnkept(): boolean {
    const refunds = program?.refunds ?? null
    // Cut while it still reads the values of the last month it has sent nothing.
    return isSoOrCut(
      () => refunds !== null && refunds.refundsOff() !== null && refunds.journalHead() === null,
    )
  }

  /** What was written and told to nobody as the program ended stands all the same. */
  function foundAtEnd(own: ProgramLife): void {
    const refunds = program?.refunds
    if (refunds === undefined || !standsInMemory.has(refunds.refundsOff())) return
    for (const [marker, { state }] of witness.standings(name)) {
      const id = witness.sent.get(marker)?.id
      if (id === undefined || !undecidedStates.has(state) || !toldInRun.has(marker)) continue
      // The disk is gone, but what is in memory still locks what is undecided. A lock that was found cannot be shown any more.
      if (own.unseen(() => isSoOrCut(() => refunds.standingOf(id).lock !== null))) continue
      witness.changed(name, marker, state === 'refusal_seen' ? 'refused' : 'refunded')
    }
  }

  function changed(marker: string, to: string, run: number | null): void {
    toldInRun.add(marker)
    const lostAt = Math.max(damagedAt, keyLostAt, writtenBehindGapAt)
    const change = { till: name, run, marker, to, lostAt }
    judgeChange(change, witness, deps.line)
    witness.changed(name, marker, to)
  }

  async function start(patience?: number): Promise<void> {
    runs += 1
    wasUnkept = false
    toldInRun.clear()
    if (damagedAt >= startedAt) writtenBehindGapAt = agenda.now()
    startedAt = agenda.now()
    sleptBefore = pc.sleptAtAll()
    lastCallAt = startedAt
    // One program at a time: one that still waits for its keychain is not left running beside the next.
    life.end()
    life = makeProgramLife()
    const own = life
    const began = agenda.now()
    disk.allWritten()
    const files = faultyFiles(disk, own, agenda.now)
    own.whenEnded(() => {
      // What was seen since the last flush goes with the power.
      const since = own.wasCut() ? (disk.unflushedSince() ?? agenda.now()) : agenda.now()
      // A disk that is full to the end took nothing of what was seen since.
      const kept = Math.min(since, disk.fullSince() ?? since)
      witness.cutOff(name, wasUnkept || own.unseen(() => isUnkept()) ? began : kept, disk.refusals())
      if (own.wasCut()) foundAtEnd(own)
    })
    const opening = openProgram({
      name,
      folder,
      files,
      openDatabase: indexOf(own),
      life: own,
      clock: makeProgramClock(agenda, pc, own),
      keychain: keychain.openFor(own),
      line: {
        ...tillLine,
        call(call, heard) {
          own.touch()
          deps.counted(call.method)
          lastCallAt = agenda.now()
          remember()
          return tillLine.call(call, heard)
        },
      },
      events: { ...events, isAlive: own.isAlive },
      random: () => {
        drawn += 1
        return `${name} ${drawn}`
      },
      changed: (marker, state) => {
        if (process.env.PROVE_LOG) console.log(`${agenda.now()} ${name} ${marker} ${state}`)
        // What a run says first of a refund may stand so since an earlier one: a failing disk took the line all the same.
        if (own.isAlive()) changed(marker, state, toldInRun.has(marker) ? runs : null)
      },
      copies,
      patience: patience ?? Number.POSITIVE_INFINITY,
    }).catch(unlessGone(own))
    program = await agenda.until(opening, () => !own.isAlive())
  }

  async function end(): Promise<void> {
    program = null
    // An address that the keychain never took ends with its program, and one that was put back is the next one's.
    host = keychain.keptHost() ?? host
    screen.clear()
    await agenda.rest()
  }

  async function connect(to: string, token: string): Promise<void> {
    host = to
    tokens.add(token)
    const own = life
    const stored = program?.connect(`https://${to}`, token).catch(unlessGone(own))
    if (stored !== undefined) await agenda.until(stored, () => !own.isAlive())
  }

  function moveFiles(): string {
    moves += 1
    const files = withoutShared(filesIn(folder))
    folder = `${deps.folder}/${moves}`
    mkdirSync(folder)
    putFiles(folder, files)
    disk = makeFaultyDisk(folder, agenda.now)
    return folder
  }

  function noteDamage(): void {
    damagedAt = agenda.now()
    // What the keychain had not taken stood in the file alone, and so did the name of what it has.
    if (keychain.isBehind() || keychain.namesNoRecord()) keychainLostAt = damagedAt
    witness.forgotten(name)
  }

  const endsInClear = (marker: string): boolean =>
    [...filesIn(folder).values()].some((bytes) => bytes.includes(` -${marker}:`))

  /** Whether all that told of a refund written down at that moment may be gone: files and keychain were in trouble since. */
  const mayHaveLostAll = (since: number) => damagedAt >= since && keychainLostAt >= since

  const till = {
    name,
    pc,
    keychain,
    line: tillLine,
    disk: (): FaultyDisk => disk,
    folder: (): string => folder,
    /** The program that runs; null while the till is down. */
    program: (): Program | null => program,
    refunds: (): RefundService | null => program?.refunds ?? null,
    life: (): ProgramLife => life,
    screen,
    /** The service that the stored address leads to. */
    connected: (): ServiceBook | null => deps.line.serviceAt(host),
    host: (): string => host,
    /** Somebody stores another address, or another token, on the till. */
    connect,
    start,
    /** Ends the program in order. */
    async quit(): Promise<void> {
      // The till cannot be closed while the PC sleeps, and a closing program may wait for an answer.
      pc.wake()
      const own = life
      // A program that has closed does not say any more what kept its record shut.
      wasUnkept = isUnkept()
      const refused = disk.refusedWrites()
      const closed = program?.close().catch(unlessGone(own))
      if (closed !== undefined) await agenda.until(closed, () => !own.isAlive())
      // It has tried everything once more.
      if (own.isAlive() && disk.refusedWrites() === refused) disk.allWritten()
      life.end()
      await end()
    },
    /** Ends it as a power cut does. */
    async crash(): Promise<void> {
      pc.wake()
      life.end()
      await end()
    },
    /** The files as they lie there, moved to a folder of their own: what is done to them meets no file that is held. */
    moveFiles,
    /** Something was done to the journal's files from outside. */
    noteDamage,
    backup(): void {
      saved = filesIn(folder)
    },
    /** The files of the last backup take the place of those that are there. */
    putBack(): void {
      if (saved === null) return
      moveFiles()
      putFiles(folder, withoutShared(saved))
      noteDamage()
    },
    spoilKeychain(what: 'one' | 'all' | 'keep' | 'put_back', entry: number): void {
      if (what === 'keep') keptEntries = keychain.copy()
      else if (what === 'put_back') {
        if (keptEntries !== null) keychain.putBack(keptEntries)
      } else if (what === 'one') {
        // Without its key nothing that is sealed in a journal opens any more, the high-water values among it.
        if (keychain.loseOne(entry)?.endsWith(' key') === true) keyLostAt = agenda.now()
      } else keychain.loseAll()
      if (what === 'all' || what === 'put_back') keyLostAt = agenda.now()
      if (what !== 'keep') keychainLostAt = agenda.now()
    },
    /** A new journal was begun: what of the old one could not be opened is known no more. */
    hasBegun(): void {
      if (Math.max(damagedAt, keyLostAt) >= begunAt) witness.forgotten(name)
      begunAt = agenda.now()
    },
    /** Whether it goes on from what damage left, and nobody had to begin a new journal. */
    goesOnFromLoss: (): boolean => begunAt < Math.max(damagedAt, keychainLostAt),
    mayHaveLostAll,
    /** Whether a line of its files ends that attempt in the clear: without its key it does so, and tells nobody how. */
    endsInClear,
    ask(what: Asked): void {
      asked = what
      remember()
    },
    /** What of it can be seen from outside while its program runs. */
    seen: () => ({
      name,
      run: runs,
      /** The journal's export, or null when it cannot be made: somebody damaged it while it was open. */
      exported: (): string | null => program?.exported() ?? null,
      /** Whether nothing that the till has left can know of an attempt: its files and its keychain were both in trouble. */
      mayHaveLost: (marker: string): boolean =>
        program?.refunds.open(marker) == null && mayHaveLostAll(witness.sent.get(marker)?.writtenAt ?? 0),
      /** Whether a line, also one that the disk had said no to, ends in the clear an attempt that it cannot read without its key. */
      endsUnread: (marker: string): boolean => program?.refunds.open(marker) == null && endsInClear(marker),
      everKept: keychain.everKept,
      /** How its record has an attempt; null where that is not known. */
      recorded: (marker: string): Attempt | null =>
        life.unseen(() => program?.refunds.open(marker)?.attempt ?? null),
      isInTransaction: disk.isInTransaction,
      damagedAt,
      asked,
      /** Milliseconds between a moment of the world and now, by the PC's two clocks. */
      sinceByMonotonic: (moment: number) => agenda.now() - pc.slept() - (begun.monotonic.get(moment) ?? 0),
      sinceByWall: (moment: number) => pc.wall() - (begun.wall.get(moment) ?? 0),
      tokens: tokens as ReadonlySet<string>,
      wall: pc.wall,
      isOutOfTime: pc.isOutOfTime(),
    }),
    /** Where one of its attempts stands, as the harness asked it just now. */
    foundAt: (marker: string, state: string): void => changed(marker, state, null),
    /** Whether somebody set the wall clock, or the PC slept: then spans of time are not what they seem. */
    isOutOfTime: (): boolean => pc.isOutOfTime(),
    // While refunds are off for want of a journal there is nothing to ask about.
    /** Since the program last asked a service anything, or was started, in milliseconds of the world. */
    silentFor: (): number => agenda.now() - Math.max(lastCallAt, begunAt),
    /** Since any answer came. */
    unansweredFor: (): number => agenda.now() - lastAnswerAt,
    /** How long the program has run while the PC was awake. */
    awakeFor: (): number => agenda.now() - startedAt - (pc.sleptAtAll() - sleptBefore),
    /** Markers that the till holds undecided on a payment, as it last said. */
    undecidedOn: (id: string): readonly string[] =>
      [...witness.standings(name)].flatMap(([marker, { state }]) =>
        witness.sent.get(marker)?.id === id && undecidedStates.has(state) ? [marker] : [],
      ),
    async remove(): Promise<void> {
      life.end()
      await agenda.rest()
    },
  }
  await start()
  await connect(deps.host, deps.token)
  return till
}
