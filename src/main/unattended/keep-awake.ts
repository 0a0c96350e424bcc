import type { Clock } from '../scheduling/clock'

/** What keeps the screen from going dark: Electron's own, or a test's. Each start is stopped by its number. */
export type ScreenBlocker = {
  readonly start: () => number
  readonly stop: (id: number) => void
}

/** In milliseconds: how often the till is looked at, and for how long after the last press the screen stays on. */
const every = 30_000
const inUse = 15 * 60_000

/**
 * Keeps the screen on while the till is in use: its window can be seen and somebody pressed a key, touched or moved
 * something lately. Afterwards the PC's own setting holds.
 * @param idleFor how long nobody did anything on this PC, in milliseconds
 * @returns what ends it, and lets the screen go
 */
export function keepAwake(
  blocker: ScreenBlocker,
  seen: { readonly idleFor: () => number; readonly isVisible: () => boolean },
  clock: Pick<Clock, 'after'>,
): () => void {
  let held: number | null = null
  let callOff: () => void = () => undefined

  function release(): void {
    if (held !== null) blocker.stop(held)
    held = null
  }

  function look(): void {
    const wanted = seen.isVisible() && seen.idleFor() < inUse
    if (wanted) held ??= blocker.start()
    else release()
    callOff = clock.after(every, look)
  }

  look()
  return () => {
    callOff()
    release()
  }
}
