/** Composes a till: opens its parts in order, each after those it needs, and connects their signals. */
import { randomBytes } from 'node:crypto'
import { app, type BrowserWindow } from 'electron'
import { type AskedLanguages, speechOf } from '../shared/base/choices'
import { makeSavedCopies } from './copies/saved-copies'
import { makeCopySearch } from './copies/search'
import { isOurWindow, makeAnswerCall, makeMayCall, makeWindowEvents } from './ipc/answer'
import { aboutProgram, appStateOf, makeAppStateAnnouncer } from './ipc/app-state'
import { makeHandlers } from './ipc/handlers'
import { followPeople } from './ipc/people'
import type { AnswerCall } from './ipc/receive-calls'
import { openTillSigner } from './journal/export/export-keys'
import { profileJournals } from './journal/open-journals'
import { makeLists } from './lists/lists'
import { makeLookups } from './lookup/lookups'
import type { RequestedCodes } from './lookup/requested-codes'
import { rulesInForce } from './people/kept-people'
import { makeRights, makeSignIn } from './people/rights'
import { isForeignProfile, ownFolder, type ProfileMode } from './profile/place'
import { makePracticeMode, openPracticeProfile, startPractice } from './profile/practice'
import { openUnderPolicy } from './profile/profile'
import { openRefundService } from './refund/service'
import { makeRefundNews } from './refund/tell'
import { isOnThisPc } from './service/address'
import { makeHttpRefundSender } from './service/refund'
import { makePracticeServices, openService, recordPractice } from './service/service'
import { networkRules, systemIsOnline } from './settings/network-rules'
import { policyInPractice, type ReadPolicy } from './settings/policy'
import { openSecretsState } from './settings/secrets'
import { whyTestBuildStops } from './system/build'
import { type ClosingPart, systemClock as clock, closeInTurn, defaultCloseMs } from './system/clock'
import { systemWordsIn } from './system/languages'
import type { Log } from './system/log'
import { savePageNote } from './window/page'
import { makeShowLook } from './window/window'

type Program = {
  readonly window: BrowserWindow
  readonly log: Log
  readonly userData: string
  readonly policy: ReadPolicy
  readonly languages: AskedLanguages
  readonly requested: RequestedCodes
  readonly reloadPage: () => void
  /** Called when no till can be opened in this run. */
  readonly startFailed: (cause: unknown) => void
  /** Prints why to the terminal, and ends the program. */
  readonly stop: (why: string) => Promise<never>
  readonly beginAnswering: (answerCall: AnswerCall) => void
}

/** How long the start waits for the record of refunds. */
const maxJournalWaitMs = 1000
const maxSendingMs = 80_000

/** Opens the till of a mode, and later the other one when the page asks for it. */
export function openTills(first: ProfileMode, program: Program) {
  const { window, log, policy, reloadPage, startFailed } = program
  if (policy.problem !== null) log.warn(`Refunds are off: ${policy.problem}`)
  const tills = makePracticeMode<Awaited<ReturnType<typeof openTill>>>(first, {
    open: (mode, switchTo) => openTill(mode, program, switchTo),
    reloadPage,
    openFailed: (cause) => log.error('A profile could not be opened.', cause),
    startFailed,
    clock,
  })
  const isOurs = isOurWindow(window.webContents.id)
  program.beginAnswering(makeAnswerCall({ isOurs, answering: tills.session, log }))
  return tills
}

async function openTill(mode: ProfileMode, program: Program, switchTo: (mode: ProfileMode) => Promise<void>) {
  const { window, requested, reloadPage, log } = program
  const closing: ClosingPart[] = []
  const parts = await openParts(mode, program, closing)
  const { secrets, refundService, rights, signIn } = parts
  closing.unshift({ name: 'codes of other programs', close: connectParts(parts, program) })
  return {
    handlers: makeHandlers(window, reloadPage, { ...parts, requested, switchTo }),
    mayCall: makeMayCall(parts),
    isSending: refundService.isSending,
    /** Resolves when no refund is being sent, and the record's head is in the keychain. */
    settled: refundService.settled,
    slept: refundService.slept,
    /** Asks the keychain and what else waits again, now that the PC woke up. */
    wake() {
      secrets.wake()
      refundService.wake()
    },
    /** Locks the till: somebody else may be at the PC. */
    lock() {
      rights.end()
      signIn.lock('idle')
    },
    close: () => closeInTurn(closing, { clock, log }),
  }
}

/** Opens the parts, which are closed in the opposite order. */
async function openParts(mode: ProfileMode, program: Program, closing: ClosingPart[]) {
  const { window, log, userData } = program
  const policy = mode === 'service' ? program.policy : policyInPractice(program.policy)
  function opened<P extends { close(): unknown }>(name: string, part: P, limitMs = () => defaultCloseMs): P {
    closing.unshift({ name, close: part.close, limitMs })
    return part
  }

  // On the disk and in the keychain
  const open = () => openUnderPolicy(mode, userData, policy, log.warn)
  const profile = await (mode === 'practice' ? openPracticeProfile(open, log.warn) : open())
  const { folder, vault, settings, wasUsed } = profile
  const loadPractice = () => import('../practice/start-practice-service')
  if (mode === 'practice') opened('practice service', await startPractice(profile, loadPractice, log.warn))
  const tell = opened('word to the window', makeWindowEvents(window, log))
  const secrets = opened('keychain', await openSecretsState({ ...profile, after: clock.after }))
  const address = () => secrets.read().address
  const whyStopped = whyTestBuildStops(address(), isOnThisPc)
  if (whyStopped !== null) await program.stop(whyStopped)

  // To the service: everybody may read, only the protocol gets the sender
  const practice = makePracticeServices(mode === 'practice')
  const ofPart = { folder, clock, log: log.info }
  // The policy alone sets it, which this run has read.
  const retention = settings.read()
  const copies = opened('saved copies', makeSavedCopies({ ...ofPart, vault, retention, wasUsed }))
  const ofService = { network: networkRules(policy), systemIsOnline, address, vault, copies, practice }
  const { calls, tokenQuestions, ...service } = openService({ ...ofPart, ...ofService })
  opened('check of the line', service.line)
  const news = makeRefundNews()
  const writing = { clock, randomBytes, log: log.info, keys: profile.journalKeys }
  const refundService = await openRefundService(
    {
      ...writing,
      journals: profileJournals({ ...profile, ...clock, ...writing, credentials: vault }),
      payments: service.payments,
      // Given to nothing else: only the protocol can send.
      sender: makeHttpRefundSender(calls),
      deviceId: () => secrets.read().deviceId,
      serviceName: () => practice.nameOf(address()),
      rules: () => rulesInForce(settings.read(), secrets.read().people.state),
      ownStore: () => settings.read().storeId,
      withheld: () => (policy.problem === null ? null : 'policy_wrong'),
      news,
    },
    maxJournalWaitMs,
  )
  // Long enough for a refund that is being sent to get its answer.
  opened('refund record', refundService, () => (refundService.isSending() ? maxSendingMs : defaultCloseMs))

  // What rests on both
  const till = { mode, policy, log, tell, secrets, practice, copies, refundService, news }
  const parts = { ...profile, ...service, ...till }
  const lookups = makeLookups({ ...parts, clock })
  const background = { ...ofPart, ...service, copies, cashier: lookups.cashier }
  const copySearch = opened('search', makeCopySearch(background))
  const lists = opened(
    'lists',
    makeLists({
      ...background,
      observe: refundService.observe,
      isBadge: profile.people.isBadge,
      maxCopies: () => settings.read().keepCopies,
      folder: policy.policy.watchedFolder,
    }),
  )

  // Who may do what, and the app state
  const questions = tokenQuestions(lookups.newestPayment)
  const rights = makeRights({ ...parts, ...questions, clock })
  opened('rights to help', { close: rights.end })
  const lockAfterMs = () => settings.read().lockMinutes * 60_000
  const signIn = opened('sign-in', makeSignIn({ isSending: refundService.isSending, lockAfterMs, clock }))
  const staff = { rights, signIn, ...followPeople({ ...parts, rights, signIn }) }
  const signer = openTillSigner(vault, news.stateChanged.fire)
  const about = aboutProgram(app.getVersion(), profile, {
    locale: app.getSystemLocale(),
    foreignProfile: mode === 'service' && isForeignProfile(userData, ownFolder(app)),
  })
  const storeReasons = () =>
    systemWordsIn(speechOf(settings.read(), program.languages).paper[0] ?? 'en').reasons
  const all = { ...parts, ...lookups, ...questions, ...staff, ...signer, copySearch, lists, storeReasons }
  return { ...all, readAppState: () => appStateOf({ ...all, about }) }
}

type Parts = Awaited<ReturnType<typeof openParts>>

/** Connects the parts' signals, and sends changes to the window. Returns a function that ends the lookups of other programs. */
function connectParts(parts: Parts, { window, requested, languages, reloadPage }: Program): () => void {
  const { tell, line, secrets, settings, people, rights, signIn, practice, news } = parts
  const { copies, refundService, recent, lists } = parts
  parts.seen.on(copies.keep)
  parts.seen.on(({ record }) => recent.update(record))
  news.attemptChanged.on(recent.changed)
  news.lowerAccepted.on(({ id }) => void copies.forgetPayment(id))
  line.cameBack.on(refundService.wake)
  line.changed.on(lists.lookAgain)
  for (const follow of [refundService.wake, recent.changed, lists.lookAgain]) secrets.changed.on(follow)
  recordPractice(practice, refundService, news.stateChanged)
  news.stateChanged.on(() => void parts.recordLate())
  void parts.recordLate()

  const announce = makeAppStateAnnouncer(parts.readAppState, (state) => {
    // A page in other languages must be loaded anew.
    if (savePageNote(parts.folder, state, languages)) reloadPage()
    tell.push('app:changed', state)
  })
  const showLook = makeShowLook(window, settings)
  settings.changed.on(showLook)
  for (const { changed } of [line, secrets, settings, rights, signIn, practice]) changed.on(announce)
  people.tried.on(() => void secrets.refresh().then(announce))
  news.stateChanged.on(announce)
  news.attemptChanged.on((attempt) => tell.push('attempt:changed', attempt))
  news.paymentChanged.on((standing) => tell.push('payment:changed', standing))
  news.recordRead.on(() => tell.push('record:read', {}))
  parts.copyFound.on((shown) => tell.push('lookup:copy-found', shown))
  parts.recentChanged.on((recents) => tell.push('lookup:recent-changed', recents))
  parts.copySearch.preparing.on((preparation) => tell.push('copies:preparing', preparation))
  lists.changed.on((state) => tell.push('outage:changed', state))
  showLook()
  announce()
  return requested.waits.on(() => tell.push('lookup:requested', {}))
}
