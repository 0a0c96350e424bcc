import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FileSize, Machine } from './diagnostics'

/** Newest bytes of the log that go along. */
const mostLogBytes = 512 * 1024

type Screen = {
  readonly size: { readonly width: number; readonly height: number }
  readonly scaleFactor: number
}

export type MachineDeps = {
  /** The profile, and the folder of the log. */
  readonly folder: string
  readonly logFolder: string
  readonly displays: () => readonly Screen[]
  readonly printers: () => Promise<readonly { readonly options?: object }[]>
}

/** How this PC is now. What cannot be asked is left out: whoever saves this has a problem already. */
export async function readMachine(deps: MachineDeps): Promise<Machine> {
  const printers = await deps.printers().catch(() => null)
  return {
    system: {
      release: os.release(),
      cores: os.cpus().length,
      memoryBytes: os.totalmem(),
      freeMemoryBytes: os.freemem(),
      freeDiskBytes: freeDisk(deps.folder),
    },
    displays: deps
      .displays()
      .map(({ size: { width, height }, scaleFactor: scale }) => ({ width, height, scale })),
    printers: printers?.map(({ options = {} }) => printerState(options)) ?? null,
    files: [...filesIn(deps.folder, ''), ...filesIn(deps.logFolder, 'logs/')],
    log: newestLines(path.join(deps.logFolder, 'tillside.log')),
  }
}

/** What of a printer's options says how it is; CUPS calls it so. */
const printerStates = ['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs']

function printerState(options: object): Readonly<Record<string, string>> {
  const told = Object.entries(options).filter(([name]) => printerStates.includes(name))
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
}

function freeDisk(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

function filesIn(folder: string, below: string): readonly FileSize[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile()
        ? [{ name: `${below}${entry.name}`, bytes: statSync(path.join(folder, entry.name)).size }]
        : [],
    )
  } catch {
    return []
  }
}

function newestLines(file: string): readonly string[] {
  try {
    const bytes = readFileSync(file)
    const lines = bytes
      .subarray(Math.max(0, bytes.length - mostLogBytes))
      .toString('utf8')
      .split('\n')
    // The first may have lost its beginning.
    return (bytes.length > mostLogBytes ? lines.slice(1) : lines).filter((line) => line !== '')
  } catch {
    return []
  }
}
