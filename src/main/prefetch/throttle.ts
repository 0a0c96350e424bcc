import type { Clock } from '../scheduling/clock'

/**
 * Makes the function to be called at every change: the work is done at the first of them and then once for
 * all that come within `milliseconds`, the last included. One at a time; `stop` ends it.
 */
export function makeThrottle(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  work: () => Promise<void>,
): { readonly changed: () => void; readonly stop: () => void } {
  let state: 'quiet' | 'busy' | 'busy_again' | 'stopped' = 'quiet'
  let callOff: () => void = () => undefined

  function begin(): void {
    state = 'busy'
    void work().finally(() => {
      if (state !== 'stopped') callOff = clock.after(milliseconds, restIsOver)
    })
  }

  function restIsOver(): void {
    if (state === 'busy_again') begin()
    else if (state === 'busy') state = 'quiet'
  }

  return {
    changed() {
      if (state === 'quiet') begin()
      else if (state === 'busy') state = 'busy_again'
    },
    stop() {
      state = 'stopped'
      callOff()
    },
  }
}
