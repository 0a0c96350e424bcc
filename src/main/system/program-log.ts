import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { app } from 'electron'
import { type Log, makeLog } from './log'

/** The log of this account's profile. */
export function openLog(): Log {
  return makeLog({
    folder: path.join(app.getPath('userData'), 'logs'),
    now: () => new Date(),
    makeReference: () => `E-${randomBytes(3).toString('hex').toUpperCase()}`,
  })
}

/** A bug somewhere must not end the program in the middle of a refund. Before there is a window it does. */
export function keepRunning(log: Log): void {
  const note = (cause: unknown) => {
    log.error('Something unexpected happened.', cause)
    if (!app.isReady()) app.exit(1)
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
}
