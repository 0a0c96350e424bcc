/** Files that another program holds for a moment, as an antivirus does on Windows. */
import { codeOfError } from '../../shared/base/result'

const maxHeldMs = 1000
const retryMs = 20
const held = new Set(['EBUSY', 'EPERM', 'EACCES'])

/** Whether another program holds the file, which can be tried again. */
export const isHeld = (error: unknown) => held.has(codeOfError(error))

/** Repeats the work for a while as long as another program holds the file. */
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

/** Blocks this thread for so many milliseconds. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
