import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FaultOf } from '../../shared/fault'
import type { FolderFaultReason, GivenList, WatchedFolder } from '../../shared/outage'
import { fail, type Result, succeed } from '../../shared/result'
import type { FileSeen, KnownFiles } from '../copies/queue-rows'
import type { Clock } from '../system/clock'
import { type ListFile, readListFile } from './list-file'

type ListFault = FaultOf<'list_not_taken'>

type Deps = {
  readonly clock: Clock
  /** What was taken or refused before, as the files are now; null while nobody can say. */
  readonly knownFiles: (files: readonly FileSeen[]) => Promise<KnownFiles | null>
  /** Lists last changed before this are left alone, in milliseconds since 1970: their copies would not be kept. */
  readonly oldest: () => number
  /** Takes a list, or holds it for a person to decide, or says why not. Null: it was taken before, or called off. */
  readonly take: (file: ListFile, name: string) => Promise<Result<GivenList, ListFault> | null>
  readonly changed: () => void
  readonly log: (line: string) => void
  /** Milliseconds from one look to the next; files are to stand still for a third of it. */
  readonly every?: number
  readonly lookInto?: typeof lookIntoFolder
}

export type FolderWatch = {
  /** '' watches none. The same again changes nothing. */
  readonly follow: (folder: string) => void
  readonly read: () => WatchedFolder
  /** Files that were left aside are looked at again: a person has decided, or other credentials hold. */
  readonly lookAgain: () => void
  readonly stop: () => void
  /** Resolves when no file is in the middle of being taken. */
  readonly settled: () => Promise<void>
}

const usualEvery = 6000
/** A drive that does not answer for so long has gone; it is asked again only when it has answered. */
const patience = 15_000

/** Refused files that are told of, the newest. */
const mostTold = 5

const stampOf = ({ path: place, size, changedAt }: FileSeen) => `${place}\0${size}\0${changedAt}`

/**
 * Watches the folder into which the store's own system puts its lists. It looks every few seconds, and sooner
 * when the system tells of a change, which network drives do not. A file is read once it has stood still.
 */
export function makeFolderWatch(deps: Deps): FolderWatch {
  const { clock, every = usualEvery, lookInto = lookIntoFolder } = deps
  let folder = ''
  /** Counted up when another folder is watched: what an earlier look still brings is no news then. */
  let round = 0
  let looking: number | null = null
  let state: WatchedFolder = { at: 'none' }
  let callOff: () => void = () => undefined
  const folderEvents = makeFolderEvents(() => {
    if (looking === null) plan(every / 20)
  })
  const aside = makeAside(deps, every / 3)

  function show(next: WatchedFolder): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    deps.changed()
  }

  function plan(wait: number): void {
    callOff()
    if (folder !== '') callOff = clock.after(wait, begin)
  }

  function begin(): void {
    if (looking === round) return
    looking = round
    const [mine, place] = [round, folder]
    void look(place, () => mine === round)
      .catch((error: unknown) => deps.log(`watched folder: ${String(error)}`))
      .then((waits) => {
        if (mine !== round) return
        looking = null
        plan(waits === true ? every / 3 : every)
      })
  }

  /** Answers whether something in the folder is to be looked at again soon. */
  async function look(place: string, isCurrent: () => boolean): Promise<boolean> {
    const giveUp = clock.after(patience, () => {
      if (isCurrent()) show({ at: 'trouble', path: place, why: 'no_answer', detail: '' })
    })
    const found = await lookInto(place)
    giveUp()
    if (!isCurrent()) return false
    if (!found.ok) {
      folderEvents.stop()
      show({ at: 'trouble', path: place, ...found.fault })
      return false
    }
    folderEvents.start(place)
    const waits = await aside.takeWhatStands(found.value, isCurrent)
    if (isCurrent()) show(aside.told(place))
    return waits
  }

  function leave(next: string): void {
    round += 1
    looking = null
    folder = next
    callOff()
    folderEvents.stop()
  }

  return {
    follow(next) {
      if (next === folder) return
      leave(next)
      aside.forget()
      show(next === '' ? { at: 'none' } : { at: 'watched', path: next, lastImported: null, refused: [] })
      plan(0)
    },
    read: () => state,
    lookAgain() {
      aside.forget()
      plan(0)
    },
    stop: () => leave(''),
    settled: aside.settled,
  }
}

/** fs.watch as a hint that a folder has changed. Errors are ignored: the folder is polled anyway. */
function makeFolderEvents(onChange: () => void) {
  let watcher: FSWatcher | null = null
  function stop(): void {
    watcher?.close()
    watcher = null
  }
  return {
    stop,
    start(folder: string): void {
      if (watcher !== null) return
      try {
        watcher = watch(folder, { persistent: false }, onChange)
        watcher.on('error', stop)
      } catch {
        stop()
      }
    },
  }
}

/** What is known about the folder's files beside what was taken: which still move, which were refused. */
function makeAside(deps: Deps, still: number) {
  const since = new Map<string, number>()
  const refused = new Map<string, { readonly stamp: string; readonly fault: ListFault | null }>()
  let lastImported: Extract<WatchedFolder, { at: 'watched' }>['lastImported'] = null
  let taking: Promise<void> = Promise.resolve()

  /** Counted by our own clock: that of a network drive may be hours off. */
  function standsStill(file: FileSeen): boolean {
    const stamp = stampOf(file)
    const first = since.get(stamp)
    if (first === undefined) since.set(stamp, deps.clock.now())
    return first !== undefined && deps.clock.now() - first >= still
  }

  async function takeFile(file: FileSeen): Promise<void> {
    const name = path.basename(file.path)
    const read = await readListFile(file.path)
    // Somebody is writing it still: its stamp is another one at the next look.
    if (read.ok && (read.value.moved || stampOf(read.value.seen) !== stampOf(file))) return
    const given = read.ok ? await deps.take(read.value, name) : read
    if (given === null) return
    if (!given.ok) refused.set(file.path, { stamp: stampOf(file), fault: given.fault })
    // An oversized list waits for a person: it is not read again at each look.
    else if (given.value.oversized) refused.set(file.path, { stamp: stampOf(file), fault: null })
    else lastImported = { name, codes: given.value.codes, when: new Date(deps.clock.now()).toISOString() }
  }

  return {
    /** Answers whether there are files that are to be looked at again soon. */
    async takeWhatStands(files: readonly FileSeen[], goesOn: () => boolean): Promise<boolean> {
      const there = new Set(files.map(stampOf))
      for (const stamp of since.keys()) if (!there.has(stamp)) since.delete(stamp)
      for (const [place, { stamp }] of refused) if (!there.has(stamp)) refused.delete(place)
      const open = files.filter(
        (file) => file.changedAt >= deps.oldest() && refused.get(file.path)?.stamp !== stampOf(file),
      )
      const known = await deps.knownFiles(open)
      const changed = known?.changed ?? []
      for (const { file, refusal } of known?.refused ?? []) {
        const fault = { kind: 'list_not_taken', name: path.basename(file.path), ...refusal } as const
        refused.set(file.path, { stamp: stampOf(file), fault })
      }
      const standing = changed.filter(standsStill)
      for (const file of standing) {
        if (!goesOn()) break
        taking = takeFile(file)
        await taking
      }
      return standing.length < changed.length
    },
    told: (place: string): WatchedFolder => ({
      at: 'watched',
      path: place,
      lastImported,
      refused: [...refused]
        .flatMap(([file, { fault }]) => (fault === null ? [] : [{ name: path.basename(file), fault }]))
        .slice(-mostTold),
    }),
    settled: () => taking.catch(() => undefined),
    forget() {
      since.clear()
      refused.clear()
      lastImported = null
    },
  }
}

export type FolderFault = { readonly why: FolderFaultReason; readonly detail: string }

const isList = /\.(csv|txt|tsv)$/i
/** What editors and copying programs put beside the real file while they write. */
const isDraft = /^[.~]/

const reasons: Readonly<Record<string, FolderFaultReason>> = {
  ENOENT: 'missing',
  ENOTDIR: 'not_a_folder',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
}

function faultOf(error: unknown): FolderFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return {
    why: reasons[code] ?? 'unreadable',
    detail: error instanceof Error ? error.message : String(error),
  }
}

/**
 * A file may go between being listed and being asked about. A link or a device is listed as itself, so that a person
 * is told why it is not taken (list-file.ts).
 */
async function fileAt(place: string): Promise<readonly FileSeen[]> {
  const found = await lstat(place).catch(() => null)
  if (found === null || found.isDirectory()) return []
  return [{ path: place, size: found.size, changedAt: found.mtimeMs }]
}

/** The lists that lie in a folder now, oldest first. Never touches one. */
export async function lookIntoFolder(folder: string): Promise<Result<readonly FileSeen[], FolderFault>> {
  try {
    const names = (await readdir(folder)).filter((name) => isList.test(name) && !isDraft.test(name))
    const files: FileSeen[] = []
    // One after the other: a slow network drive must not take all of Node's file threads.
    for (const name of names) files.push(...(await fileAt(path.join(folder, name))))
    return succeed(files.sort((one, other) => one.changedAt - other.changedAt))
  } catch (error) {
    return fail(faultOf(error))
  }
}
