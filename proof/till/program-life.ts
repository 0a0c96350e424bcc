/** The life of one running program. It ends in order, or at once when the power goes, in the middle of anything. */
export type ProgramLife = {
  readonly isAlive: () => boolean
  /** Whether the power went, and nobody has noticed yet. */
  readonly wasCut: () => boolean
  /** Something is about to be done to the world outside. Throws when the program is gone, or goes just now. */
  readonly touch: () => void
  /** The power goes at the touch of this number from now. */
  readonly cutAfter: (touches: number) => void
  /** The harness looks: no power goes by that. */
  readonly unseen: <T>(look: () => T) => T
  readonly end: () => void
  /** Called at the end, whichever it is. */
  readonly whenEnded: (callBack: () => void) => void
}

/** What a power cut looks like from inside: nothing after this line runs. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut'
}

export function makeProgramLife(): ProgramLife {
  let alive = true
  let cut = false
  let left = Number.POSITIVE_INFINITY
  let looking = false
  const callBacks: (() => void)[] = []

  function end(): void {
    if (!alive) return
    alive = false
    for (const callBack of callBacks) callBack()
  }

  return {
    isAlive: () => alive,
    wasCut: () => cut,
    touch() {
      if (alive && !looking) left -= 1
      if (alive && left < 0) {
        cut = true
        end()
      }
      if (!alive) throw new PowerCut('The power went')
    },
    cutAfter(touches) {
      left = touches
    },
    unseen(look) {
      const before = looking
      looking = true
      try {
        return look()
      } finally {
        looking = before
      }
    },
    end,
    whenEnded(callBack) {
      callBacks.push(callBack)
    },
  }
}

/** By its name: where mutants are replayed this program is loaded more than once, and each has a class of its own. */
export const isPowerCut = (reason: unknown) => reason instanceof Error && reason.name === 'PowerCut'

/** A power cut ends every promise of the program at once; nobody is left to hear that they were broken. */
export function ignorePowerCuts(): void {
  process.on('unhandledRejection', (reason) => {
    if (!isPowerCut(reason)) throw reason
  })
}
