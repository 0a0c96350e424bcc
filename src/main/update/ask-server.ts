import type { Result } from '../../shared/result'
import type { UpdateProblem } from '../../shared/update-state'
import { type Connect, type FetchLimits, fetchFile } from './fetch-file'
import { judgeUpdate, longestUpdateText, type Update, updateFileName } from './signed-update'
import type { UpdateSource } from './update-source'
import type { Version } from './version'
import type { VersionFloor } from './version-floor'

const questionLimits: FetchLimits = { connect: 15_000, pause: 15_000, whole: 30_000 }

export type ServerDeps = {
  readonly source: UpdateSource
  readonly connect: Connect
  readonly running: Version
  /** As Node names it: `win32-x64`. */
  readonly platform: string
  readonly floor: VersionFloor
  readonly limits?: FetchLimits | undefined
}

/** What says nothing about versions: what the server said before still holds. */
export const lineFaults: ReadonlySet<UpdateProblem> = new Set(['unreachable', 'too_slow', 'cut_short'])

/** Asks a store's server for a new version, and judges what it says; null is nothing new. */
export async function askServer(
  { source, connect, running, floor, platform, limits }: ServerDeps,
  calledOff: AbortSignal,
): Promise<Result<Update | null, UpdateProblem>> {
  const pieces: Buffer[] = []
  const fetched = await fetchFile({
    address: new URL(updateFileName, source.address),
    mostBytes: longestUpdateText,
    limits: limits ?? questionLimits,
    connect,
    calledOff,
    take: (piece) => void pieces.push(piece),
  })
  if (!fetched.ok) return fetched
  const text = Buffer.concat(pieces).toString('utf8')
  return judgeUpdate(text, { key: source.key, running, floor: floor.read(), platform })
}
