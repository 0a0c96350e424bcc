import { type Figure, keepsBudget, ratioOf } from './figures'

const head = ['what', 'measured', 'p10–p90', 'baseline', 'ratio', 'budget', 'samples']

function written(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value.toFixed(value < 10 ? 1 : 0)
}

function budgetOf(figure: Figure): string {
  const { most, mostTimes, unit } = figure
  if (most === null && mostTimes === null) return ''
  const words = mostTimes === null ? `≤ ${most} ${unit}` : `≤ ${mostTimes} ×`
  const kept = keepsBudget(figure)
  return kept === null ? words : `${words}: ${kept ? 'kept' : 'not kept'}`
}

function cellsOf(figure: Figure): readonly string[] {
  const { what, unit, value, spread, baseline, baselineName, samples } = figure
  return [
    what,
    Number.isNaN(value) ? 'not measured' : `${written(value)} ${unit}`,
    spread === null ? '' : spread.map(written).join('–'),
    baseline === null || Number.isNaN(baseline) ? '' : `${written(baseline)} ${unit} (${baselineName})`,
    ratioOf(figure)?.toFixed(2) ?? '',
    budgetOf(figure),
    String(samples),
  ]
}

/** The figures as a table, for a person at a terminal and for docs/performance.md. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [head, ...figures.map(cellsOf)]
  const widths = head.map((_name, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const [first = '', ...others] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [first, `|${' --- |'.repeat(head.length)}`, ...others].join('\n')
}
