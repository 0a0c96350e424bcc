// @ts-check

/**
 * One measured line beside its baseline. `budget` is design.md's, shown and never asserted.
 * @typedef {{ what: string, unit: string, value: number, baseline: number | null, baselineName: string, budget: string }} Figure
 */

/** @param {readonly number[]} values @param {number} share 0.5 is the median */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5)
}

/**
 * The figures as a table for a person.
 * @param {readonly Figure[]} figures
 */
export function tableOf(figures) {
  const head = ['what', 'measured', 'baseline', 'ratio', 'budget']
  const rows = figures.map(({ what, unit, value, baseline, baselineName, budget }) => [
    what,
    `${value.toFixed(1)} ${unit}`,
    baseline === null ? '' : `${baseline.toFixed(1)} ${unit} (${baselineName})`,
    baseline === null ? '' : (value / baseline).toFixed(2),
    budget,
  ])
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
