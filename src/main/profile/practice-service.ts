import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '../files/write-whole-file'

export type RunningPracticeService = { readonly url: string; readonly stop: () => Promise<void> }
export type StartPracticeService = (options: {
  readonly port: number
  readonly ledgerFile: string
  readonly token: string
}) => Promise<RunningPracticeService>

type Deps = {
  readonly start: StartPracticeService
  /** The practice profile's folder. */
  readonly folder: string
  readonly token: string
  readonly now: () => Date
  readonly warn: (message: string) => void
}

function readPort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 1024 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}

/** A practice ledger that cannot be opened is quarantined; a fresh one is seeded in its place. */
function quarantineLedger(ledgerFile: string, time: Date): void {
  const ending = `broken-${time.toISOString().replace(/[:.]/g, '-')}`
  for (const part of ['', '-wal', '-shm']) {
    try {
      renameSync(`${ledgerFile}${part}`, `${ledgerFile}.${ending}${part}`)
    } catch {
      // That part was never there.
    }
  }
}

/**
 * Starts the payment service of practice mode on a loopback port of its own. The port is random the first
 * time and then kept while it is free, so that what earlier runs left open is still asked of the same
 * address. Rejects only if a fresh ledger on any free port cannot be had either.
 */
export async function openPracticeService(deps: Deps): Promise<RunningPracticeService> {
  const { start, folder, token, now, warn } = deps
  const portFile = path.join(folder, 'port')
  const ledgerFile = path.join(folder, 'ledger.db')
  mkdirSync(folder, { recursive: true })
  const startOn = (port: number) => start({ port, ledgerFile, token })
  const service = await startOn(readPort(portFile))
    .catch((error) => (isTaken(error) ? startOn(0) : Promise.reject(error)))
    .catch((error) => {
      warn(`The practice ledger was set aside: ${error instanceof Error ? error.message : error}`)
      quarantineLedger(ledgerFile, now())
      return startOn(0)
    })
  writeWholeFile(portFile, new URL(service.url).port)
  return service
}
