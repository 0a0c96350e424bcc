/** Files that another program holds for a moment, as an antivirus does on Windows. */
import { codeOfError } from '../../shared/base/result'

/** An antivirus program holds a new file for a moment. In milliseconds. */
const maxHeldMs = 1000
const retryMs = 20
const held = new Set(['EBUSY', 'EPERM', 'EACCES'])

/** Whether somebody else holds a file: nothing is wrong with it, and it can be tried again. */
export const isHeld = (error: unknown) => held.has(codeOfError(error))

/** Tries again what somebody else holds for a moment. @param wait how milliseconds pass. */
export function whileHeld<T>(work: () => T, wait: (milliseconds: number) => void = sleep): T {
  for (let waited = 0; ; waited += retryMs) {
    try {
      return work()
    } catch (error) {
      if (waited >= maxHeldMs || !isHeld(error)) throw error
      wait(retryMs)
    }
  }
}

/** Holds this thread for so many milliseconds. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
