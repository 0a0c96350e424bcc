/** The life of one running program. It ends in order, or at once when the power goes, in the middle of anything. */
export type ProgramLife = ReturnType<typeof makeProgramLife>

/** What a power cut looks like from inside: nothing after this line runs. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut'
}

export function makeProgramLife() {
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
    isAlive: (): boolean => alive,
    /** Whether the power went, and nobody has noticed yet. */
    wasCut: (): boolean => cut,
    /** Something is about to be done to the world outside. Throws when the program is gone, or goes just now. */
    touch(): void {
      if (alive && !looking) left -= 1
      if (alive && left < 0) {
        cut = true
        end()
      }
      if (!alive) throw new PowerCut('The power went')
    },
    /** The power goes at the touch of this number from now. */
    cutAfter(touches: number): void {
      left = touches
    },
    /** The harness looks: no power goes by that. */
    unseen<T>(look: () => T): T {
      const before = looking
      looking = true
      try {
        return look()
      } finally {
        looking = before
      }
    },
    end,
    /** Called at the end, whichever it is. */
    whenEnded(callBack: () => void): void {
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
