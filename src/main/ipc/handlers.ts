import path from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, type WebContents } from 'electron'
import type { AppState } from '../../shared/contract/contract'
import type { PersonRef } from '../../shared/people/people'
import type { ReasonTexts } from '../../shared/people/rules'
import type { Act } from '../../shared/refund/journal-events'
import type { SavedCopies } from '../copies/saved-copies'
import type { CopySearch } from '../copies/search'
import type { TillSigner } from '../journal/export/export-keys'
import type { Lists } from '../lists/lists'
import type { Lookups } from '../lookup/lookups'
import type { RequestedCodes } from '../lookup/requested-codes'
import type { AcceptsToken, Rights, SignIn } from '../people/rights'
import { accountName, type ProfileMode } from '../profile/place'
import type { Profile } from '../profile/profile'
import type { RefundService } from '../refund/service'
import type { AskService } from '../service/service'
import type { SecretsState } from '../settings/secrets'
import type { Folders } from '../system/diagnostics'
import type { Log } from '../system/log'
import { makeSaveFile, type SaveFile } from '../system/save-file'
import { activityHandlers } from './activity'
import type { Handlers } from './answer'
import { listHandlers, lookupHandlers } from './lookup'
import { paperHandlers } from './paper'
import { type FollowedPeople, peopleHandlers } from './people'
import { refundHandlers } from './refund'
import { settingsHandlers } from './settings'

/** Makes all handlers of a till. */
export function makeHandlers(
  window: BrowserWindow,
  reloadPage: () => void,
  till: Omit<Parts, keyof Surroundings>,
): Handlers {
  const userData = app.getPath('userData')
  const home = app.getPath('home')
  const parts: Parts = {
    ...till,
    contents: window.webContents,
    saveFile: makeSaveFile({
      showSaveDialog: (options) => dialog.showSaveDialog(window, options),
      documents: () => app.getPath('documents'),
      ownFolder: userData,
    }),
    writeClipboard: (text) => clipboard.writeText(text),
    reloadPage,
    folders: { profile: till.folder, log: path.join(userData, 'logs'), home },
    account: accountName(),
    now: () => new Date(),
  }
  return {
    ...lookupHandlers(parts),
    ...refundHandlers(parts),
    ...activityHandlers(parts),
    ...settingsHandlers(parts),
    ...peopleHandlers(parts),
    ...listHandlers(parts),
    ...paperHandlers(parts),
  }
}

/** What handlers need of the window and the PC. */
type Surroundings = {
  readonly contents: Pick<WebContents, 'print' | 'printToPDF'>
  readonly saveFile: SaveFile
  readonly writeClipboard: (text: string) => void
  readonly reloadPage: () => void
  readonly folders: Folders
  /** The account's name; '' where it has no entry. */
  readonly account: string
  readonly now: () => Date
}

/** The parts of a till (till.ts) that handlers use. */
export type Parts = Surroundings &
  Pick<Profile, 'mode' | 'folder' | 'settings' | 'vault' | 'people'> &
  Pick<Lookups, 'cashier' | 'shownLookups' | 'lookUp' | 'findRelated' | 'recent'> &
  Pick<FollowedPeople, 'who' | 'actor'> &
  Pick<TillSigner, 'exportSigner'> & {
    readonly log: Log
    readonly requested: RequestedCodes
    readonly switchTo: (mode: ProfileMode) => Promise<void>
    readonly secrets: SecretsState
    readonly rights: Rights
    readonly signIn: SignIn
    readonly refundService: RefundService
    readonly acceptsToken: AcceptsToken
    readonly askService: AskService
    readonly copies: SavedCopies
    readonly copySearch: Pick<CopySearch, 'search' | 'drop'>
    readonly lists: Pick<Lists, 'read' | 'missed' | 'give' | 'steer' | 'lookAgain'>
    readonly readAppState: () => AppState
    /** The reasons as the service gets them, in the first language of customers. */
    readonly storeReasons: () => ReasonTexts
    /** Writes an act into the record. */
    readonly note: (act: Act, by: PersonRef | null) => void
  }
