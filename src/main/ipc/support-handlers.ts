import type { AppState } from '../../shared/contract'
import { localDay } from '../files/local-day'
import type { SaveFile } from '../files/save-file'
import type { RefundService } from '../refund/refund-service'
import type { SettingsStore } from '../settings/settings'
import { type DiagnosticsInput, diagnosticsText, type Machine } from '../support/diagnostics'
import type { Handlers } from './answer-call'

type Deps = {
  readonly readAppState: () => AppState
  readonly refundService: Pick<RefundService, 'journalHead'>
  readonly settings: Pick<SettingsStore, 'read'>
  /** Null where the saved receipts cannot be read. */
  readonly countCopies: () => Promise<number | null>
  readonly account: DiagnosticsInput['account']
  readonly readMachine: () => Promise<Machine>
  readonly saveFile: SaveFile
  readonly now: () => Date
}

/** What somebody sends to support. */
export function supportHandlers(deps: Deps) {
  return {
    'support:save-diagnostics': async () => {
      const at = deps.now()
      const [copies, machine] = await Promise.all([deps.countCopies(), deps.readMachine()])
      const content = diagnosticsText({
        at,
        app: deps.readAppState(),
        journal: deps.refundService.journalHead(),
        copies,
        watchedFolder: deps.settings.read().watchedFolder,
        account: deps.account,
        machine,
      })
      return deps.saveFile({
        suggestedName: `Tillside diagnostics ${localDay(at.getTime())}`,
        kind: 'json',
        content,
      })
    },
  } satisfies Partial<Handlers>
}
