// @ts-check

/**
 * One measured line beside its baseline. `budget` is architecture.md's: said, and never asserted. A budget that is a
 * `ratio` is compared with value ÷ baseline, any other with the value itself.
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} unit
 * @property {number} value
 * @property {readonly [number, number] | null} spread the 10th and the 90th percentile
 * @property {number | null} baseline
 * @property {string} baselineName
 * @property {{ readonly most: number, readonly of: 'value' | 'ratio' } | null} budget
 * @property {number} samples
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
 * A figure of many samples: their median, or another share of them.
 * @param {string} what
 * @param {string} unit
 * @param {readonly number[]} values
 * @param {{ share?: number, baseline?: readonly number[], baselineName?: string, budget?: Figure['budget'] }} [more]
 *   `baseline` is taken at the same share
 * @returns {Figure}
 */
export function figureOf(what, unit, values, more = {}) {
  const { share = 0.5, baseline, baselineName = '', budget = null } = more
  return {
    what,
    unit,
    value: quantile(values, share),
    spread: values.length > 1 ? [quantile(values, 0.1), quantile(values, 0.9)] : null,
    baseline: baseline === undefined ? null : quantile(baseline, share),
    baselineName,
    budget,
    samples: values.length,
  }
}

/**
 * How many times the baseline it is; null without one.
 * @param {Pick<Figure, 'value' | 'baseline'>} figure
 */
export function ratioOf({ value, baseline }) {
  return baseline === null ? null : value / baseline
}

/**
 * Whether the figure keeps its budget; null without one, or where nothing could be measured.
 * @param {Pick<Figure, 'value' | 'baseline' | 'budget'>} figure
 */
export function keepsBudget(figure) {
  const { budget, value } = figure
  if (budget === null) return null
  const measured = budget.of === 'ratio' ? ratioOf(figure) : value
  return measured === null || Number.isNaN(measured) ? null : measured <= budget.most
}

/**
 * What ours took beyond the baseline, pair by pair as they were taken in turns.
 * @param {readonly number[]} ours
 * @param {readonly number[]} baseline
 */
export function beyond(ours, baseline) {
  return ours.map((time, index) => time - (baseline[index] ?? 0))
}
