import type { Clock } from './clock'

/** Stands for an answer that did not come in time. */
export const late = Symbol('late')

/**
 * What the work answers, or `late` when so many milliseconds go by first: the work goes on by itself then. Rejects when
 * the work does so in time.
 */
export async function inTime<T>(
  work: Promise<T>,
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
): Promise<T | typeof late> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work
  let callOff: () => void = () => undefined
  const limit = new Promise<typeof late>((resolve) => {
    callOff = clock.after(milliseconds, () => resolve(late))
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    callOff()
  }
}
