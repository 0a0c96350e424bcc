// @ts-check

/**
 * One measured line beside its baseline. Its budget is architecture.md's: said, and never asserted.
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} unit
 * @property {number} value
 * @property {readonly [number, number] | null} spread the 10th and the 90th percentile
 * @property {number | null} baseline
 * @property {string} baselineName
 * @property {number | null} most the budget of the value
 * @property {number | null} mostTimes the budget of value ÷ baseline
 * @property {number} samples
 */

/** @param {readonly number[]} values @param {number} share 0.5 is the median */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * A figure of many samples: their median, or another share of them.
 * @param {string} what
 * @param {string} unit
 * @param {readonly number[]} values
 * @param {{ share?: number, beside?: readonly [name: string, values: readonly number[]], most?: number, mostTimes?: number }} [more]
 *   `beside` is taken at the same share; `most` and `mostTimes` are the budget, of the value and of the ratio
 * @returns {Figure}
 */
export function figureOf(what, unit, values, { share = 0.5, beside, most, mostTimes } = {}) {
  return {
    what,
    unit,
    value: quantile(values, share),
    spread: values.length > 1 ? [quantile(values, 0.1), quantile(values, 0.9)] : null,
    baseline: beside === undefined ? null : quantile(beside[1], share),
    baselineName: beside?.[0] ?? '',
    most: most ?? null,
    mostTimes: mostTimes ?? null,
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
 * @param {Pick<Figure, 'value' | 'baseline' | 'most' | 'mostTimes'>} figure
 */
export function keepsBudget(figure) {
  const { value, most, mostTimes } = figure
  const [measured, budget] = mostTimes === null ? [value, most] : [ratioOf(figure), mostTimes]
  return measured === null || budget === null || Number.isNaN(measured) ? null : measured <= budget
}

/**
 * What ours took beyond the baseline, pair by pair as they were taken in turns.
 * @param {readonly number[]} ours
 * @param {readonly number[]} baseline
 */
export function beyond(ours, baseline) {
  return ours.map((time, index) => time - (baseline[index] ?? 0))
}
