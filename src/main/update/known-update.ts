/** What a running program knows of a new version; nothing of it outlives the program but the floor and the file. */
import { unreachable } from '../../shared/result'
import type { UpdateNext, UpdateProblem, UpdateState } from '../../shared/update-state'
import type { UpdateStep } from './decide-update'
import type { Update } from './signed-update'

export type KnownUpdate = {
  update: Update | null
  /** The file, once it lies here as signed. */
  file: string | null
  askedAt: number | null
  problem: UpdateProblem | null
  next: UpdateNext
  isAgreed: boolean
  /** What could not be installed or fetched is left until the server was asked again. */
  hasFailed: boolean
  /** The program ends, and the installer begins when it has: nothing more is to be done, however long that takes. */
  isEnding: boolean
}

export const nothingKnown: KnownUpdate = {
  update: null,
  file: null,
  askedAt: null,
  problem: null,
  next: 'turn',
  isAgreed: false,
  hasFailed: false,
  isEnding: false,
}

/** What the window is told of it. */
export function stateOf({ update, askedAt, problem, next }: KnownUpdate, hour: number): UpdateState {
  if (update !== null) return { kind: 'newer', version: update.version, next, hour, problem }
  return { kind: 'none', askedAt: askedAt === null ? null : new Date(askedAt).toISOString(), problem }
}

export function forget(known: KnownUpdate): void {
  known.update = null
  known.file = null
  known.isAgreed = false
}

/** What happens next, for the window, where `installedBy` installs what the program does not. */
export function nextOf(step: UpdateStep, installedBy: UpdateNext): UpdateNext {
  switch (step.kind) {
    case 'nothing':
      return 'turn'
    case 'tell':
      return installedBy
    case 'download':
      return 'download'
    case 'wait':
      return step.for
    case 'install':
      return 'installing'
    default:
      return unreachable(step)
  }
}
