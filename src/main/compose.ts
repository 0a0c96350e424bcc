/** The only place that constructs the program's parts and wires them (architecture.md, "Layers"). */
import { app, type BrowserWindow, nativeTheme } from 'electron'
import type { TextSize } from '../shared/appearance'
import { aboutProgram, appStateOf, makeAppStateAnnouncer } from './app-state/app-state'
import { composeHandlers } from './compose-handlers'
import { networkRules } from './compose-network'
import { openOutage } from './compose-outage'
import { startPractice } from './compose-practice'
import { addressByPolicy, openUnderPolicy } from './compose-profile'
import { openRefunds } from './compose-refunds'
import type { Connection } from './connection/connection'
import type { LineCheck } from './connection/line-check'
import { systemIsOnline } from './connection/system-online'
import { followSystemSignal, needsNetwork } from './connection/system-signal'
import { type Handlers, makeAnswerCall } from './ipc/answer-call'
import type { AnswerCall } from './ipc/register-channels'
import { isOurWindow } from './ipc/sender'
import { makeWindowEvents, windowTarget } from './ipc/window-events'
import { openTillSigner } from './journal/export/export-keys'
import { wasUsed } from './journal/open-record'
import type { Log } from './log/log'
import type { RequestedCodes } from './lookup/requested-codes'
import { makeAcceptedInstead } from './permission/accepted-instead'
import { type MayCall, makeMayCall } from './permission/may-call'
import { makeSupervisorSession, type SupervisorSession } from './permission/supervisor-session'
import type { ReadPolicy } from './policy/read-policy'
import { isForeignProfile, ownFolder } from './profile/foreign-profile'
import { makePracticeMode, type PracticeMode } from './profile/practice-mode'
import type { ProfileMode } from './profile/profile-mode'
import { whyTestBuildStops } from './profile/test-build'
import type { RefundService } from './refund/refund-service'
import { makeCashierAtWork } from './scheduling/cashier-at-work'
import { systemClock } from './scheduling/clock'
import { closeInTurn } from './scheduling/close-in-turn'
import { themeSource } from './settings/first-look'
import { followPin, openSecretsState, type SecretsState } from './settings/secrets'
import { noteWelcome } from './window/page-start'
import { showInSize } from './window/window'

/** All that is composed for one profile: what answers the window, and how it ends. */
export type Session = {
  readonly handlers: Handlers
  readonly mayCall: MayCall
  readonly supervisor: Pick<SupervisorSession, 'end'>
  readonly refundService: Pick<RefundService, 'isSending' | 'settled' | 'wake'>
  /** Waits for a refund that is being sent. */
  readonly close: () => Promise<void>
}

export type ProgramDeps = {
  readonly window: BrowserWindow
  readonly log: Log
  readonly userData: string
  /** What the administrator of this PC wants. */
  readonly policy: ReadPolicy
  readonly developmentAddress: string | null
  readonly firstMode: ProfileMode
  readonly requested: RequestedCodes
  readonly reloadPage: () => void
  /** Nothing can be looked up or refunded in this run. */
  readonly nothingIsOpen: (cause: unknown) => void
  /** Says why on the terminal, and ends the program. */
  readonly stop: (why: string) => Promise<never>
  /** Calls from the page have been waiting for this. */
  readonly beginAnswering: (answerCall: AnswerCall) => void
}

/** Follows what happens around the session; answers how to stop that. */
function followSystem(
  secrets: SecretsState,
  refunds: {
    readonly connection: Connection
    readonly lineCheck: LineCheck
  },
): () => void {
  const { connection, lineCheck } = refunds
  const stopSignal = followSystemSignal(connection, systemIsOnline, () =>
    needsNetwork(secrets.read().address),
  )
  return () => {
    stopSignal()
    lineCheck.stop()
  }
}

const maxSendingMs = 80_000

/** The PC woke up: a keychain that did not answer is asked at once, and whatever waits is due. */
function wakeAll(secrets: SecretsState, refundService: RefundService): void {
  secrets.wake()
  refundService.wake()
}

/** A till that is connected elsewhere does not go on in a program that is not for payments: this then never resolves. */
async function stopOnTestBuild(secrets: SecretsState, { stop }: ProgramDeps): Promise<void> {
  const why = whyTestBuildStops(secrets.read().address)
  if (why !== null) await stop(why)
}

/** Everything for one profile, from its settings to what answers the window. */
async function openSession(
  mode: ProfileMode,
  program: ProgramDeps,
  practiceMode: () => PracticeMode<Session>,
): Promise<Session> {
  const { policy } = program
  const profile = await openUnderPolicy(mode, program.userData, policy, program.log.warn)
  const stopPractice = mode === 'practice' ? await startPractice(profile, program.log) : async () => undefined
  const windowEvents = makeWindowEvents(windowTarget(program.window), program.log)
  let wakeRefunds: () => void = () => undefined
  const secrets = await openSecretsState({
    ...profile,
    after: systemClock.after,
    changed() {
      wakeRefunds()
      windowEvents.appStateChanged()
    },
  })
  await stopOnTestBuild(secrets, program)
  const refunds = await openRefunds(profile, secrets, windowEvents, {
    log: program.log,
    network: networkRules(policy),
    policyIsWrong: policy.problem !== null,
  })
  wakeRefunds = refunds.refundService.wake
  const cashier = makeCashierAtWork()
  refunds.keepSearchReady(cashier)
  const outage = openOutage(profile, refunds, cashier, windowEvents, program.log)
  const isUsed = () => wasUsed(profile.folder)
  const supervisor = makeSupervisorSession({
    ...profile,
    acceptedInstead: makeAcceptedInstead({ ...profile, ...refunds }),
    wasUsed: isUsed,
    clock: systemClock,
    changed: () => windowEvents.appStateChanged(),
  })
  const signer = openTillSigner(profile.vault, () => windowEvents.appStateChanged())
  const parts = { ...profile, ...refunds, ...signer, secrets, supervisor, cashier, outage }
  const open = { ...parts, log: program.log }
  const about = aboutProgram(app.getVersion(), {
    ...profile,
    locale: app.getSystemLocale(),
    foreignProfile: mode === 'service' && isForeignProfile(program.userData, ownFolder(app)),
  })
  const byPolicy = { policyProblem: policy.problem, policyAddress: addressByPolicy(mode, policy) }
  const wrongPins = followPin(open, () => windowEvents.appStateChanged())
  const readAppState = () =>
    appStateOf({ ...open, practice: mode === 'practice', isUsed, about, wrongPins, ...byPolicy })
  const announce = makeAppStateAnnouncer(readAppState, (state) => {
    noteWelcome(profile.folder, state.mode === 'welcome')
    windowEvents.push('app:changed', state)
  })
  let shownTextSize: TextSize | null = null
  windowEvents.appStateChanged = () => {
    const { theme, textSize } = open.settings.read()
    nativeTheme.themeSource = themeSource(theme)
    // Only a change: what was zoomed by keys stays until then.
    if (textSize !== shownTextSize) showInSize(program.window, textSize)
    shownTextSize = textSize
    open.copies.limitsChanged()
    announce()
    void open.recent.credentialsMayHaveChanged()
    outage.follow()
  }
  const stopFollowing = followSystem(secrets, refunds)
  windowEvents.appStateChanged()
  return {
    handlers: composeHandlers(open, windowEvents, readAppState, program, practiceMode),
    mayCall: makeMayCall({ ...profile, ...refunds, supervisor }),
    supervisor,
    refundService: { ...refunds.refundService, wake: () => wakeAll(secrets, refunds.refundService) },
    close: () =>
      closeInTurn(
        [
          { name: 'watch over the system', close: stopFollowing },
          { name: 'supervisor’s session', close: supervisor.end },
          { name: 'keychain', close: secrets.close },
          { name: 'fetching for an outage', close: outage.close },
          // A refund that is being sent has its answer, or none, within the deadlines of one exchange.
          {
            name: 'refund record',
            close: refunds.refundService.close,
            ...(refunds.refundService.isSending() ? { limitMs: maxSendingMs } : {}),
          },
          { name: 'saved copies', close: refunds.closeCopies },
          { name: 'word to the window', close: windowEvents.close },
          { name: 'practice service', close: stopPractice },
        ],
        { clock: systemClock, log: program.log },
      ),
  }
}

/** Puts the program behind its window together; calls from the page wait until it is. */
export function composeProgram(program: ProgramDeps): PracticeMode<Session> {
  const { window, log, developmentAddress, firstMode, reloadPage, policy } = program
  if (policy.problem !== null) log.warn(`Refunds are off: ${policy.problem}`)
  const practiceMode: PracticeMode<Session> = makePracticeMode(firstMode, {
    open: (mode) => openSession(mode, program, () => practiceMode),
    reloadPage,
    couldNotOpen: (cause) => log.error('A profile could not be opened.', cause),
    nothingIsOpen: program.nothingIsOpen,
    clock: systemClock,
  })
  const windowNumber = window.webContents.id
  program.beginAnswering(
    makeAnswerCall({
      isOurs: (event) => isOurWindow(event, windowNumber, developmentAddress),
      answering: () => practiceMode.session(),
      log,
    }),
  )
  return practiceMode
}
