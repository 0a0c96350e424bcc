/** Many runs: doing them, adding up what they came to, and which need not come again. */

/** How often each text stands in a list, by the text's order. */
export function tally(texts: readonly string[]): Readonly<Record<string, number>> {
  const names = [...new Set(texts)].sort()
  return Object.fromEntries(names.map((name) => [name, texts.filter((text) => text === name).length]))
}

/** Runs every task, so many at a time; the results stand in the order in which they came. */
export async function inLanes<T, R>(
  tasks: readonly T[],
  lanes: number,
  openLane: () => Promise<{ readonly run: (task: T) => Promise<R>; readonly close?: () => Promise<void> }>,
): Promise<readonly R[]> {
  const results: R[] = []
  const waiting = [...tasks]
  const work = async () => {
    const lane = await openLane()
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        results.push(await lane.run(next))
      }
    } finally {
      // One that fails ends the others: nobody waits for them.
      waiting.length = 0
      await lane.close?.()
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, tasks.length) }, work))
  return results
}

/**
 * Whether the call of this number need not come, where a run without faults made `known`. The last few differ from run
 * to run, of a long series one in twenty: when the keychain is written depends on time. Of a short series those would be
 * all, so half of it must come.
 */
export function mayStayAway(at: number, known: number): boolean {
  const mostMissing = Math.min(Math.max(4, Math.floor(known / 20)), Math.floor(known / 2))
  return at > known - mostMissing
}
