/** One measured line beside its baseline. Its budget is architecture.md's: said, and never asserted. */
export type Figure = {
  readonly what: string
  readonly unit: string
  readonly value: number
  /** The 10th and the 90th percentile. */
  readonly spread: readonly [number, number] | null
  readonly baseline: number | null
  readonly baselineName: string
  /** The budget of the value, and of value ÷ baseline. */
  readonly most: number | null
  readonly mostTimes: number | null
  readonly samples: number
}

/** @param share 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

type More = Partial<Record<'share' | 'most' | 'mostTimes', number>> & {
  readonly beside?: readonly [name: string, values: readonly number[]]
}

/**
 * A figure of many samples: their median, or another share of them.
 * @param more `beside` is taken at the same share; `most` and `mostTimes` are the budget, of the value and of the ratio
 */
export function figureOf(
  what: string,
  unit: string,
  values: readonly number[],
  { share = 0.5, beside, most, mostTimes }: More = {},
): Figure {
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

/** How many times the baseline it is; null without one. */
export function ratioOf({ value, baseline }: Figure): number | null {
  return baseline === null ? null : value / baseline
}

/** Whether the figure keeps its budget; null without one, or where nothing could be measured. */
export function keepsBudget(figure: Figure): boolean | null {
  const { value, most, mostTimes } = figure
  const [measured, budget] = mostTimes === null ? [value, most] : [ratioOf(figure), mostTimes]
  return measured === null || budget === null || Number.isNaN(measured) ? null : measured <= budget
}

/** What ours took beyond the baseline, pair by pair as they were taken in turns. */
export function beyond(ours: readonly number[], baseline: readonly number[]): readonly number[] {
  return ours.map((time, index) => time - (baseline[index] ?? 0))
}
