/** The part of compose.ts that gets a till ready for an outage. */
import path from 'node:path'
import { app } from 'electron'
import type { Refunds } from './compose-refunds'
import type { WindowEvents } from './ipc/window-events'
import type { Log } from './log/log'
import { listReaderFrom } from './prefetch/list-thread'
import { makePrefetchService, type PrefetchService } from './prefetch/prefetch-service'
import type { Profile } from './profile/profile'
import type { CashierAtWork } from './scheduling/cashier-at-work'
import { systemClock } from './scheduling/clock'
import { retentionOf } from './settings/settings'

/** Getting ready for an outage, behind whatever the cashier does. */
export function openOutage(
  { settings }: Profile,
  { copies, payments, refundService, connection }: Refunds,
  cashier: CashierAtWork,
  windowEvents: WindowEvents,
  log: Log,
): PrefetchService {
  return makePrefetchService({
    copies,
    payments,
    reader: listReaderFrom(path.join(app.getAppPath(), 'out', 'main', 'code-list-thread.js'), systemClock),
    observe: refundService.observe,
    connection,
    cashier,
    clock: systemClock,
    retention: () => retentionOf(settings.read()),
    watchedFolder: () => settings.read().watchedFolder,
    push: (state) => windowEvents.push('outage:changed', state),
    log: log.info,
  })
}
