/** Enough to find the mistake, and within what main takes (contract.ts, `window:report-error`). */
const longestMessage = 4000

/** What the log is told of an error: its own words and where it was thrown; then the components it was under. */
export function messageOf(error: unknown, components = ''): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${what.slice(0, longestMessage / 2)}${components}`.slice(0, longestMessage)
}
