/**
 * One till, part by part, each after all that it needs. The only file that knows them all: parts offer signals and call
 * nothing above them, and who is told of what stands here.
 */
import { randomBytes } from 'node:crypto'
import { app, type BrowserWindow } from 'electron'
import { type AskedLanguages, speechOf } from '../shared/languages'
import { makeSavedCopies, type SavedCopies } from './copies/saved-copies'
import { makeCopySearch } from './copies/search'
import {
  type AnswerCall,
  type CallEvent,
  isOurWindow,
  makeAnswerCall,
  makeMayCall,
  makeWindowEvents,
} from './ipc/answer'
import { aboutProgram, appStateOf, makeAppStateAnnouncer } from './ipc/app-state'
import { followPeople } from './ipc/follow-people'
import { makeHandlers } from './ipc/handlers'
import { openTillSigner } from './journal/export/export-keys'
import { profileJournals } from './journal/open-journals'
import { wasUsed } from './journal/open-record'
import { makeLists } from './lists/lists'
import { makeLookups } from './lookup/lookups'
import type { RequestedCodes } from './lookup/requested-codes'
import { makeRights } from './people/rights'
import { makeSignIn } from './people/sign-in'
import type { ProfileMode } from './profile/place'
import { isForeignProfile, ownFolder } from './profile/place'
import { makePracticeMode, type PracticeMode, startPractice } from './profile/practice'
import { addressByPolicy, openUnderPolicy } from './profile/profile'
import { openRefundService } from './refund/service'
import { makeRefundNews } from './refund/tell'
import { makeAcceptsToken, makeAskService, makeShowsPayment } from './service/accepts'
import { addressName, isOnThisPc, type LendCredentials, practiceName } from './service/address'
import { openLine, reachHost } from './service/line'
import { makePracticeServices, writePracticeDown } from './service/practice-services'
import { makeHttpRefundSender } from './service/refund'
import { makeHttpPaymentService, type SeenRecord } from './service/show'
import { networkRules, systemIsOnline } from './settings/network-rules'
import type { ReadPolicy } from './settings/policy'
import { openSecretsState } from './settings/secrets'
import { retentionOf } from './settings/settings'
import { whyTestBuildStops } from './system/build'
import { type ClosingPart, systemClock as clock, closeInTurn, defaultCloseMs } from './system/clock'
import type { Log } from './system/log'
import { makeSignal } from './system/signal'
import { noteForNextPage } from './window/page'
import { makeShowLook } from './window/window'

/** What a till is opened in. */
type Program = {
  readonly window: BrowserWindow
  readonly log: Log
  readonly userData: string
  /** What the administrator of this PC wants. */
  readonly policy: ReadPolicy
  /** What this PC asks for. */
  readonly languages: AskedLanguages
  readonly requested: RequestedCodes
  readonly reloadPage: () => void
  /** Nothing can be looked up or refunded in this run. */
  readonly nothingIsOpen: (cause: unknown) => void
  /** Says why on the terminal, and ends the program. */
  readonly stop: (why: string) => Promise<never>
  /** Calls from the page have been waiting for this. */
  readonly beginAnswering: (answerCall: AnswerCall) => void
}

/** What the program does with an open till. */
type Till = Awaited<ReturnType<typeof openTill>>

/** How long the window waits for the record of refunds. */
const journalPatienceMs = 1000
const maxSendingMs = 80_000

/** Opens the till of that mode, and later the other one when the page asks for it. */
export function openTills(first: ProfileMode, program: Program): PracticeMode<Till> {
  const { window, log, policy, reloadPage, nothingIsOpen } = program
  if (policy.problem !== null) log.warn(`Refunds are off: ${policy.problem}`)
  const tills = makePracticeMode<Till>(first, {
    open: (mode, switchTo) => openTill(mode, program, switchTo),
    reloadPage,
    couldNotOpen: (cause) => log.error('A profile could not be opened.', cause),
    nothingIsOpen,
    clock,
  })
  const { id } = window.webContents
  const isOurs = (event: CallEvent) => isOurWindow(event, id)
  program.beginAnswering(makeAnswerCall({ isOurs, answering: tills.session, log }))
  return tills
}

async function openTill(mode: ProfileMode, program: Program, switchTo: (mode: ProfileMode) => Promise<void>) {
  const closing: ClosingPart[] = []
  const till = await openParts(mode, program, closing)
  const { secrets, refundService, rights, signIn } = till
  tellEachOther(till, program, closing)
  const handlers = makeHandlers(program.window, program.reloadPage, {
    ...till,
    requested: program.requested,
    switchTo,
    now: () => new Date(),
  })
  return {
    handlers,
    mayCall: makeMayCall(till),
    isSending: refundService.isSending,
    /** Resolves when no refund is being sent and the record's head is in the keychain. */
    settled: refundService.settled,
    /** The PC woke up: a keychain that did not answer is asked at once, and whatever waits is due. */
    wake() {
      secrets.wake()
      refundService.wake()
    },
    /** The person at the PC may be another one. */
    lock() {
      rights.end()
      signIn.lock('idle')
    },
    /** Waits for a refund that is being sent, and for nothing else longer than its limit. */
    close: () => closeInTurn(closing, { clock, log: program.log }),
  }
}

async function openParts(mode: ProfileMode, program: Program, closing: ClosingPart[]) {
  const { window, log, policy, userData } = program
  const onClose = (name: string, close: () => unknown) => closing.unshift({ name, close })
  const opened = <P extends { readonly close: () => unknown }>(name: string, part: P): P => {
    onClose(name, part.close)
    return part
  }

  // On the disk and in the keychain
  const profile = await openUnderPolicy(mode, userData, policy, log.warn)
  const { folder, vault, settings, people } = profile
  if (mode === 'practice') onClose('practice service', await startPractice(profile, builtInService, log.warn))
  const tell = opened('word to the window', makeWindowEvents(window, log))
  const secrets = opened('keychain', await openSecretsState({ vault, people, after: clock.after }))
  // A till that is connected elsewhere does not go on in a program that is not for payments.
  const whyStopped = whyTestBuildStops(secrets.read().address, isOnThisPc)
  if (whyStopped !== null) await program.stop(whyStopped)

  // To the service: everybody may read, the protocol alone gets the sender
  const network = networkRules(policy)
  const ofLine = { address: () => secrets.read().address, systemIsOnline, clock }
  const reach = (address: string) => reachHost(address, network)
  const line = opened('check of the line', openLine({ ...ofLine, reach }))
  // Practice inside the program is one service, whatever its port (refund-protocol.md 14).
  const nameOf = mode === 'practice' ? namePractice : addressName
  const practice = makePracticeServices()
  // In its own profile everything is practice anyway.
  const heard = mode === 'practice' ? {} : { practiceHeard: practice.heard }
  const calls = { ...network, nameOf, monotonic: clock.monotonic, log: log.info }
  const serviceWith = (credentials: LendCredentials) =>
    makeHttpPaymentService({ ...calls, ...heard, credentials })
  // Of a service that may never be stored nothing is kept.
  const askService = makeAskService((credentials) => makeHttpPaymentService({ ...calls, credentials }))

  // What rests on both
  const isPractice = (address: string) => practice.isPractice(nameOf(address))
  const retention = () => retentionOf(settings.read())
  const ofCopies = { folder, vault, clock, log: log.info, isPractice, retention }
  const copies = opened('saved copies', makeSavedCopies(ofCopies))
  const seen = makeSignal<SeenRecord>()
  const told = { ...heard, line, seen: seen.fire }
  const ports = { ...calls, ...told, credentials: vault.withCredentials, originOf: copies.originOf }
  const payments = makeHttpPaymentService(ports)
  const news = makeRefundNews()
  const writing = { clock, randomBytes, log: log.info, keys: profile.journalKeys }
  const refundService = await openRefundService(
    {
      ...writing,
      journals: profileJournals({ ...profile, ...clock, ...writing, credentials: vault }),
      payments,
      // The only holder of it: nothing but the protocol can send.
      sender: makeHttpRefundSender(ports),
      deviceId: () => secrets.read().deviceId,
      serviceName: () => nameOf(secrets.read().address),
      rules: () => settings.read().rules,
      ownStore: () => settings.read().storeId,
      withheld: () => (policy.problem === null ? null : 'policy_wrong'),
      news,
    },
    journalPatienceMs,
  )
  closing.unshift({
    name: 'refund record',
    close: refundService.close,
    // A refund that is being sent has its answer, or none, within the deadlines of one exchange.
    limitMs: () => (refundService.isSending() ? maxSendingMs : defaultCloseMs),
  })
  const ofLookups = { payments, copies, refundService, line, settings, practice, nameOf, clock, log }
  const lookups = makeLookups(ofLookups)
  const { cashier, newestId } = lookups
  const background = { copies, cashier, clock, log: log.info }
  const copySearch = opened('search', makeCopySearch({ folder, ...background }))
  const lists = opened(
    'lists',
    makeLists({
      ...{ ...background, payments, line, observe: refundService.observe },
      maxCopies: () => settings.read().keepCopies,
      folder: mode === 'service' ? policy.policy.watchedFolder : '',
      push: (state) => tell.push('outage:changed', state),
    }),
  )

  // Who may do what, and what is told of all of it
  const acceptsToken = makeAcceptsToken(serviceWith, newestId)
  const showsPayment = makeShowsPayment(serviceWith, newestId)
  const isUsed = () => wasUsed(folder)
  const proofs = { people, vault, acceptsToken, showsPayment, wasUsed: isUsed }
  const rights = makeRights({ ...proofs, clock })
  onClose('rights to help', rights.end)
  const lockAfterMs = () => settings.read().lockMinutes * 60_000
  const { isSending } = refundService
  const signIn = opened('sign-in', makeSignIn({ isSending, lockAfterMs, clock }))
  const signer = openTillSigner(vault, news.stateChanged.fire)
  const { who, note, wrongPins } = followPeople({ people, secrets, signIn, rights, refundService, settings })
  const about = aboutProgram(app.getVersion(), profile, {
    locale: app.getSystemLocale(),
    foreignProfile: mode === 'service' && isForeignProfile(userData, ownFolder(app)),
  })
  const storeLanguage = () => speechOf(settings.read(), program.languages).paper[0] ?? 'en'
  const parts = {
    ...{ mode, folder, vault, settings, people, log, tell, secrets, line, practice, askService },
    ...{ copies, copySearch, seen, news, refundService, ...lookups, lists, acceptsToken, rights, signIn },
    ...{ exportSigner: signer.exportSigner, who, note, storeLanguage },
  }
  const { advice } = policy.policy
  const policyIs = { policyProblem: policy.problem, policyAddress: addressByPolicy(mode, policy), advice }
  const shown = { ...parts, ...policyIs, about, isUsed, nameOf, wrongPins, signedBy: signer.signedBy }
  return { ...parts, readAppState: () => appStateOf(shown) }
}

/** Who is told of what. */
function tellEachOther(
  till: Awaited<ReturnType<typeof openParts>>,
  { window, requested, languages, log, reloadPage }: Program,
  closing: ClosingPart[],
): void {
  const { tell, settings, secrets, line, practice, copies, refundService, news, recent, lists } = till
  const announce = makeAppStateAnnouncer(till.readAppState, (state) => {
    // The page is written in its languages from its first script on: in others it is loaded anew.
    if (noteForNextPage(till.folder, state, languages)) reloadPage()
    tell.push('app:changed', state)
  })
  const showLook = makeShowLook(window, settings)
  till.seen.on((record) => keepSeen(copies, record))
  till.seen.on(({ record }) => recent.update(record))
  news.attemptChanged.on((attempt) => tell.push('attempt:changed', attempt))
  news.attemptChanged.on(recent.changed)
  news.paymentChanged.on((standing) => tell.push('payment:changed', standing))
  // Forgotten in the background: nobody waits for the copies.
  news.lowerAccepted.on(({ id }) => void copies.forgetPayment(id))
  copies.removed.on(till.copySearch.drop)
  till.copySearch.preparing.on((preparation) => tell.push('copies:preparing', preparation))
  till.copyFound.on((shown) => tell.push('lookup:copy-found', shown))
  till.recentChanged.on((recents) => tell.push('lookup:recent-changed', recents))
  line.cameBack.on(refundService.wake)
  secrets.changed.on(refundService.wake)
  secrets.changed.on(() => void recent.credentialsMayHaveChanged())
  settings.changed.on(showLook)
  settings.changed.on(copies.limitsChanged)
  for (const { changed } of [line, secrets]) changed.on(lists.lookAgain)
  till.people.tried.on(() => void secrets.refresh().then(announce))
  writePracticeDown(practice, refundService, news.stateChanged, log)
  for (const { changed } of [line, secrets, settings, till.rights, till.signIn, practice])
    changed.on(announce)
  news.stateChanged.on(announce)
  const close = requested.waits.on(() => tell.push('lookup:requested', {}))
  closing.unshift({ name: 'codes of other programs', close })
  showLook()
  announce()
}

/** Every record that the service answers is saved for the credentials that it came by, a related one beside it. */
function keepSeen(copies: SavedCopies, { record, origin, related }: SeenRecord): void {
  if (origin === undefined) return
  copies.save(origin, record)
  if (related !== undefined) copies.saveRelated(origin, record, related.kind, related.lines)
}

/** What practice mode asks: the service for tests and demos, inside this program. */
const builtInService = async () => ({
  ...(await import('../practice/start-practice-service')),
  ...(await import('../practice/transaction')),
})

const namePractice = (address: string) => (address === '' ? '' : practiceName)
