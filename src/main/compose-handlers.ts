/** The part of compose.ts that puts together what answers the window. */
import os from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { app, type BrowserWindow, clipboard, dialog, screen } from 'electron'
import type { AppState } from '../shared/contract'
import type { TillCopies } from './compose-copies'
import type { Connection } from './connection/connection'
import type { PracticeServices } from './connection/practice-services'
import { makeSaveFile } from './files/save-file'
import { activityHandlers } from './ipc/activity-handlers'
import type { Handlers } from './ipc/answer-call'
import { copiesHandlers } from './ipc/copies-handlers'
import { journalHandlers } from './ipc/journal-handlers'
import { lookupHandlers } from './ipc/lookup-handlers'
import { outageHandlers } from './ipc/outage-handlers'
import { paperHandlers } from './ipc/paper-handlers'
import { paymentHandlers } from './ipc/payment-handlers'
import { practiceHandlers } from './ipc/practice-handlers'
import { refundHandlers } from './ipc/refund-handlers'
import { serviceHandlers } from './ipc/service-handlers'
import { settingsHandlers } from './ipc/settings-handlers'
import { supervisorHandlers } from './ipc/supervisor-handlers'
import { supportHandlers } from './ipc/support-handlers'
import type { WindowEvents } from './ipc/window-events'
import { windowHandlers } from './ipc/window-handlers'
import type { TillSigner } from './journal/export/export-keys'
import type { Log } from './log/log'
import { makeLookUp } from './lookup/look-up'
import { makeOneAtATime } from './lookup/one-at-a-time'
import { makeRelatedShows } from './lookup/related-shows'
import type { RequestedCodes } from './lookup/requested-codes'
import { makeShowPrivate } from './lookup/show-private'
import { makeShowSaved } from './lookup/show-saved'
import { makeShownLookups, type ShownLookups } from './lookup/shown-lookups'
import type { AskService } from './payments/accepts-token'
import type { RelatedService, TransactionReader } from './payments/payment-service'
import type { SupervisorSession } from './permission/supervisor-session'
import type { PrefetchService } from './prefetch/prefetch-service'
import type { PracticeMode } from './profile/practice-mode'
import type { Profile } from './profile/profile'
import type { RefundService } from './refund/refund-service'
import type { CashierAtWork } from './scheduling/cashier-at-work'
import type { SecretsState } from './settings/secrets'
import { readMachine } from './support/read-machine'
import type { AcceptsToken } from './vault/pin'

const now = () => new Date()

type Open = Profile &
  TillCopies & {
    readonly payments: TransactionReader & RelatedService
    readonly connection: Connection
    readonly practiceServices: PracticeServices
    readonly log: Log
    readonly refundService: RefundService
    readonly exportSigner: TillSigner['exportSigner']
    readonly secrets: SecretsState
    readonly supervisor: SupervisorSession
    readonly cashier: CashierAtWork
    readonly outage: PrefetchService
    /** What a stored address is called where services are told apart (refund-protocol.md 14). */
    readonly nameOf: (address: string) => string
    readonly acceptsToken: AcceptsToken
    readonly askService: AskService
  }

/** What belongs to the receipt on screen, asked for behind whatever the cashier does. */
function composeRelated(open: Open, shownLookups: ShownLookups) {
  const shows = makeOneAtATime(open)
  const related = makeRelatedShows({
    ...open,
    shows,
    shownLookups,
    isOffline: () => open.connection.read().state === 'offline',
    now,
  })
  return { shows, related }
}

function machineOf({ folder }: Open, window: BrowserWindow) {
  return readMachine({
    folder,
    logFolder: path.join(app.getPath('userData'), 'logs'),
    displays: () => screen.getAllDisplays(),
    printers: () => window.webContents.getPrintersAsync(),
  })
}

/** What answers each call of the window, over the parts of one open profile. */
export function composeHandlers(
  open: Open,
  windowEvents: WindowEvents,
  readAppState: () => AppState,
  program: {
    readonly window: BrowserWindow
    readonly log: Log
    readonly requested: RequestedCodes
    readonly reloadPage: () => void
  },
  practiceMode: () => PracticeMode<unknown>,
): Handlers {
  const { cashier, outage, refundService } = open
  const { window } = program
  program.requested.follow(() => windowEvents.push('lookup:requested', {}))
  const shownLookups = makeShownLookups()
  const showSaved = makeShowSaved({
    ...open,
    practice: open.practiceServices,
    shownLookups,
    copyFound: (shown) => windowEvents.push('lookup:copy-found', shown),
    nextTurn,
  })
  const { shows, related } = composeRelated(open, shownLookups)
  const saveFile = makeSaveFile({
    showSaveDialog: (options) => dialog.showSaveDialog(window, options),
    documents: app.getPath('documents'),
    ownFolder: app.getPath('userData'),
  })
  return {
    ...lookupHandlers({
      ...open,
      lookUp: makeLookUp({ ...open, shownLookups, showSaved, now, nextTurn }),
      related,
      takeRequested: program.requested.take,
      showPrivate: makeShowPrivate({
        shownLookups,
        note: (act) => refundService.acted(act, open.settings.read().cashier || null),
      }),
    }),
    ...copiesHandlers(open),
    ...refundHandlers({
      ...open,
      shownLookups,
      refundService: {
        standingOf: refundService.standingOf,
        issue: (order) => shows.standBackDuring(() => cashier.during(() => refundService.issue(order))),
      },
      now,
    }),
    ...activityHandlers({ ...open, saveFile, now }),
    ...paymentHandlers({ ...open, shownLookups }),
    ...serviceHandlers({ ...open, readAppState, appStateChanged: () => windowEvents.appStateChanged() }),
    ...journalHandlers({
      ...open,
      async secretsChanged() {
        await open.secrets.refresh()
        refundService.wake()
        windowEvents.appStateChanged()
      },
    }),
    ...settingsHandlers({
      ...open,
      shownLookups,
      practice: open.mode === 'practice',
      readAppState,
      appStateChanged: () => windowEvents.appStateChanged(),
      async forgetCopies() {
        const forgotten = await open.forgetCopies()
        outage.forgotten()
        return forgotten
      },
    }),
    ...outageHandlers({
      ...open,
      saveFile,
      showOpenDialog: (options) => dialog.showOpenDialog(window, options),
      now,
    }),
    ...paperHandlers({
      refundService,
      settings: open.settings,
      appStateChanged: () => windowEvents.appStateChanged(),
      contents: window.webContents,
      saveFile,
      writeClipboard: (text) => clipboard.writeText(text),
      log: program.log,
    }),
    ...windowHandlers(program),
    ...supportHandlers({
      ...open,
      readAppState,
      countCopies: () => open.copies.work<number | null>((cache) => cache.count(), null),
      account: { home: app.getPath('home'), name: os.userInfo().username },
      readMachine: () => machineOf(open, window),
      saveFile,
      now,
    }),
    ...practiceHandlers({ ...open, mode: { switchTo: (mode) => practiceMode().switchTo(mode) } }),
    ...supervisorHandlers({ ...open, readAppState }),
  }
}
