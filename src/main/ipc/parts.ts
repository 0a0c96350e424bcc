import type { OpenDialogOptions, OpenDialogReturnValue, WebContents } from 'electron'
import type { AppState } from '../../shared/contract/contract'
import type { PersonRef } from '../../shared/people/people'
import type { ReasonTexts } from '../../shared/people/reasons'
import type { Act } from '../../shared/refund/journal-events'
import type { SavedCopies } from '../copies/saved-copies'
import type { CopySearch } from '../copies/search'
import type { TillSigner } from '../journal/export/export-keys'
import type { Lists } from '../lists/lists'
import type { LookUp, ShownLookups } from '../lookup/look-up'
import type { OneAtATime, RelatedShows } from '../lookup/related'
import type { RequestedCodes } from '../lookup/requested-codes'
import type { TillRecents } from '../lookup/till-recents'
import type { AcceptsToken, Rights } from '../people/rights'
import type { SignIn } from '../people/sign-in'
import type { ProfileMode } from '../profile/place'
import type { Profile } from '../profile/profile'
import type { RefundService } from '../refund/service'
import type { AskService } from '../service/accepts'
import type { SecretsState } from '../settings/secrets'
import type { Folders } from '../system/diagnostics'
import type { Log } from '../system/log'
import type { SaveFile } from '../system/save-file'
import type { CashierAtWork } from '../system/signal'

/** The window and this PC, as far as a call of the page reaches them. */
export type Surroundings = {
  readonly contents: Pick<WebContents, 'print' | 'printToPDF'>
  readonly saveFile: SaveFile
  readonly showOpenDialog: (options: OpenDialogOptions) => Promise<OpenDialogReturnValue>
  readonly writeClipboard: (text: string) => void
  readonly reloadPage: () => void
  readonly folders: Folders
  /** The name of this PC's account. */
  readonly account: string
  readonly now: () => Date
}

/** What answers the window, part by part (till.ts). */
export type Parts = Surroundings &
  Pick<Profile, 'mode' | 'folder' | 'settings' | 'vault' | 'people'> & {
    readonly log: Log
    readonly requested: RequestedCodes
    readonly switchTo: (mode: ProfileMode) => Promise<void>
    readonly secrets: SecretsState
    readonly rights: Rights
    readonly signIn: SignIn
    readonly refundService: RefundService
    readonly exportSigner: TillSigner['exportSigner']
    readonly acceptsToken: AcceptsToken
    readonly askService: AskService
    readonly cashier: CashierAtWork
    readonly shownLookups: ShownLookups
    readonly lookUp: LookUp
    readonly related: RelatedShows & Pick<OneAtATime, 'standBackDuring'>
    readonly recent: TillRecents
    readonly copies: SavedCopies
    readonly copySearch: Pick<CopySearch, 'search' | 'drop'>
    readonly lists: Pick<Lists, 'read' | 'missed' | 'give' | 'giveFile' | 'steer' | 'lookAgain'>
    readonly readAppState: () => AppState
    /** What the service is told in, whoever stands at the till: the first language of customers. */
    readonly storeReasons: () => ReasonTexts
    /** Who serves at the till: who is signed in, or on an open till the name of its settings; null where nobody is named. */
    readonly who: () => PersonRef | null
    /** Writes an act into the record: of who did it, or of who serves. */
    readonly note: (act: Act, by?: PersonRef | null) => void
  }
