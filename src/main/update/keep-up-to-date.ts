/** Keeps a till up to date: asks, fetches, waits for its hour, and installs. Every doubt leaves it as it is. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Result } from '../../shared/result'
import type { UpdateProblem, UpdateState } from '../../shared/update-state'
import type { Clock } from '../scheduling/clock'
import { askServer, lineFaults, type ServerDeps } from './ask-server'
import { decideUpdate, type UpdateMoment, type UpdateStep } from './decide-update'
import { type DownloadFault, downloadUpdate, isAsSigned } from './download-update'
import type { FetchLimits } from './fetch-file'
import { forget, type KnownUpdate, nextOf, nothingKnown, stateOf } from './known-update'
import { isOurTurn } from './roll-out'
import type { Update } from './signed-update'
import { readVersion } from './version'

/** Puts the program in its new version's place. The file is as it was signed; the program ends by this. */
export type Installer = (file: string, update: Update) => Promise<Result<null, string>>

export type KeepUpToDateDeps = ServerDeps & {
  /** Of updates alone. */
  readonly folder: string
  readonly deviceId: () => string
  readonly chosenHour: number
  /** Null where something else than the program installs, and who does. */
  readonly installer: Installer | null
  readonly installedBy: 'package_manager' | 'administrator'
  readonly look: () => Pick<UpdateMoment, 'isSending' | 'isUndecidedYoung' | 'isAtWork'>
  readonly clock: Clock
  readonly changed: () => void
  readonly log: { readonly info: (words: string) => void; readonly warn: (words: string) => void }
}

export type UpToDate = {
  readonly state: () => UpdateState
  /** Whoever is at work lets it be installed now, as far as everything else does. */
  readonly agree: () => void
  /** Asks nobody any more; what is being fetched is left. */
  readonly close: () => Promise<void>
}

const minute = 60_000
/**
 * Milliseconds: after the start, between two questions, until the next where something went wrong, and between looks
 * around while a version waits.
 */
export const updatePace = { first: minute / 4, ask: 360 * minute, retry: 60 * minute, look: minute } as const
const usualLimits: FetchLimits = { connect: 15_000, pause: 60_000, whole: 3_600_000 }

export function keepUpToDate(deps: KeepUpToDateDeps): UpToDate {
  const { clock } = deps
  const ended = new AbortController()
  const known: KnownUpdate = { ...nothingKnown }
  let working: Promise<void> = Promise.resolve()
  let askAgain = clock.monotonic() + updatePace.first
  let shown = ''

  function tell(): void {
    const now = JSON.stringify(stateOf(known, deps.chosenHour))
    if (now === shown) return
    shown = now
    deps.changed()
  }

  function askSoonerAfterFault(): void {
    if (known.problem !== null) askAgain = Math.min(askAgain, clock.monotonic() + updatePace.retry)
  }

  async function work(): Promise<void> {
    if (known.isEnding) return
    if (clock.monotonic() >= askAgain) {
      askAgain = clock.monotonic() + updatePace.ask
      await ask(deps, known, ended.signal)
      askSoonerAfterFault()
      tell()
    }
    if (known.update === null || known.hasFailed || ended.signal.aborted) return
    await take(deps, known, known.update, { tell, calledOff: ended.signal })
    askSoonerAfterFault()
    tell()
  }

  function plan(): () => void {
    const soonest = known.update === null ? askAgain - clock.monotonic() : updatePace.look
    return clock.after(Math.max(soonest, 0), () => {
      working = work()
        .catch((error: unknown) =>
          deps.log.warn(`Updates: ${error instanceof Error ? error.message : error}`),
        )
        .then(() => {
          if (!ended.signal.aborted) callOff = plan()
        })
    })
  }
  let callOff = plan()

  return {
    state: () => stateOf(known, deps.chosenHour),
    agree() {
      known.isAgreed = true
    },
    async close() {
      ended.abort()
      callOff()
      await working
    },
  }
}

/** Where nobody is asked, and why. */
export function neverUpToDate(why: Extract<UpdateState, { kind: 'off' }>['why']): UpToDate {
  return { state: () => ({ kind: 'off', why }), agree: () => undefined, close: async () => undefined }
}

/** What a server that cannot be reached said before still holds; what it says wrongly takes that back. */
async function ask(deps: KeepUpToDateDeps, known: KnownUpdate, calledOff: AbortSignal): Promise<void> {
  const said = await askServer(deps, calledOff)
  if (calledOff.aborted) return
  known.hasFailed = false
  known.problem = null
  if (!said.ok) {
    known.problem = said.fault
    deps.log.warn(`Updates: what ${deps.source.address.host} says is not taken: ${said.fault}.`)
    if (!lineFaults.has(said.fault)) forget(known)
    return
  }
  known.askedAt = deps.clock.now()
  const before = known.update?.sha512
  if (said.value === null || said.value.sha512 !== before) forget(known)
  known.update = said.value
  // What was installed, or taken back, needs no room any more.
  if (said.value === null) await rm(deps.folder, { recursive: true, force: true }).catch(() => undefined)
  const offered = said.value === null ? null : readVersion(said.value.version)
  if (offered !== null) deps.floor.raise(offered)
  if (said.value !== null && said.value.sha512 !== before)
    deps.log.info(`Updates: there is ${said.value.version}.`)
}

type Taking = { readonly tell: () => void; readonly calledOff: AbortSignal }

/** One look around, and what follows from it. */
async function take(
  deps: KeepUpToDateDeps,
  known: KnownUpdate,
  update: Update,
  taking: Taking,
): Promise<void> {
  let step = stepNow(deps, known, update)
  if (step.kind === 'download') {
    known.next = 'download'
    taking.tell()
    const fetched = await fetchUpdate(deps, update, taking.calledOff)
    if (!fetched.ok) {
      fault(deps, known, fetched.fault)
      return
    }
    known.file = fetched.value
    step = stepNow(deps, known, update)
  }
  known.next = nextOf(step, deps.installedBy)
  // Who agreed meant that hour, not the next day's.
  if (known.next === 'hour') known.isAgreed = false
  if (step.kind === 'install' && deps.installer !== null && known.file !== null) {
    taking.tell()
    await install(deps, known, { update, file: known.file, installer: deps.installer })
  }
}

function stepNow(deps: KeepUpToDateDeps, known: KnownUpdate, update: Update): UpdateStep {
  const hour = new Date(deps.clock.now()).getHours()
  return decideUpdate({
    ...deps.look(),
    isNewer: true,
    isOurTurn: isOurTurn(deps.deviceId(), update.version, update.stagingPercentage),
    installs: deps.installer !== null,
    isHere: known.file !== null,
    chosenHour: deps.chosenHour,
    hour,
    isAgreed: known.isAgreed,
  })
}

async function fetchUpdate(
  { source, folder, connect, limits }: KeepUpToDateDeps,
  update: Update,
  calledOff: AbortSignal,
): Promise<Result<string, DownloadFault>> {
  return downloadUpdate({
    update,
    address: source.address,
    folder,
    connect,
    limits: limits ?? usualLimits,
    calledOff,
  })
}

/** The file is looked at once more, and everything around it: reading it takes a while. */
async function install(
  deps: KeepUpToDateDeps,
  known: KnownUpdate,
  {
    update,
    file,
    installer,
  }: { readonly update: Update; readonly file: string; readonly installer: Installer },
): Promise<void> {
  if (!(await isAsSigned(file, update))) {
    known.file = null
    known.next = 'download'
    fault(deps, known, 'wrong_hash')
    return
  }
  const step = stepNow(deps, known, update)
  known.next = nextOf(step, deps.installedBy)
  if (step.kind !== 'install') return
  deps.log.info(`Updates: installs ${path.basename(file)}.`)
  const installed = await installer(file, update)
  known.isEnding = installed.ok
  if (installed.ok) return
  deps.log.warn(`Updates: ${installed.fault}`)
  known.next = 'hour'
  fault(deps, known, 'not_installed')
}

function fault(deps: KeepUpToDateDeps, known: KnownUpdate, problem: UpdateProblem): void {
  known.problem = problem
  known.hasFailed = true
  deps.log.warn(`Updates: ${known.update?.version} is not taken: ${problem}.`)
}
