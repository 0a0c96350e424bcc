/** Adding up what many runs came to. */

/** How often each text stands in a list, by the text's order. */
export function tally(texts: readonly string[]): Readonly<Record<string, number>> {
  const names = [...new Set(texts)].sort()
  return Object.fromEntries(names.map((name) => [name, texts.filter((text) => text === name).length]))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Runs every task, so many at a time; the results stand in the tasks' order. */
export async function inLanes<T, R>(
  tasks: readonly T[],
  lanes: number,
  openLane: () => Promise<{ readonly run: (task: T) => Promise<R>; readonly close?: () => Promise<void> }>,
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  const waiting = tasks.map((task, index) => ({ task, index }))
  const work = async () => {
    const lane = await openLane()
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        results.set(next.index, await lane.run(next.task))
      }
    } finally {
      // One that fails ends the others: nobody waits for them.
      waiting.length = 0
      await lane.close?.()
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, tasks.length) }, work))
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result)
}
