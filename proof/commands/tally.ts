/** What happened in a history, counted: a proof in which something never happened has not shown anything about it. */
export type Tally = {
  readonly count: (what: string, times?: number) => void
  readonly counts: () => Readonly<Record<string, number>>
}

export function makeTally(): Tally {
  const counts: Record<string, number> = {}
  return {
    count(what, times = 1) {
      counts[what] = (counts[what] ?? 0) + times
    },
    counts: () => counts,
  }
}
