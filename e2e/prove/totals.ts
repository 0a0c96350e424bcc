import type { HistoryReport } from './history'

/** What all histories of a run add up to. */
export type HistoryTotals = {
  readonly histories: number
  readonly posts: number
  readonly postsBeyondOne: number
  readonly violations: number
  readonly crashes: number
  /** Journals that were damaged, and a new one begun in their place. */
  readonly damages: number
  /** A till sent while another till's attempt on the same transaction was undecided: not ours to prevent. */
  readonly overlapsOfTwoTills: number
  /** Refused by the service, and applied all the same: assumption A1 did not hold. */
  readonly brokenRefusals: number
  readonly proxyDoubles: number
  readonly proxyDoublesAlarmed: number
  readonly states: Readonly<Record<string, number>>
}

export const emptyTotals: HistoryTotals = {
  histories: 0,
  posts: 0,
  postsBeyondOne: 0,
  violations: 0,
  crashes: 0,
  damages: 0,
  overlapsOfTwoTills: 0,
  brokenRefusals: 0,
  proxyDoubles: 0,
  proxyDoublesAlarmed: 0,
  states: {},
}

function addStates(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}

export function withReport(totals: HistoryTotals, report: HistoryReport): HistoryTotals {
  return {
    histories: totals.histories + 1,
    posts: totals.posts + report.posts,
    postsBeyondOne: totals.postsBeyondOne + report.postsBeyondOne,
    violations: totals.violations + report.violations.length,
    crashes: totals.crashes + report.crashes,
    damages: totals.damages + report.damages,
    overlapsOfTwoTills: totals.overlapsOfTwoTills + report.overlaps,
    brokenRefusals: totals.brokenRefusals + report.brokenRefusals,
    proxyDoubles: totals.proxyDoubles + report.proxyDoubles,
    proxyDoublesAlarmed: totals.proxyDoublesAlarmed + report.proxyDoublesAlarmed,
    states: addStates(totals.states, report.states),
  }
}
