/** A window that opens minimised is not painted; then it is not waited for longer than this. */
const longestMilliseconds = 500

/** Resolves when something of the page has reached the screen. */
export function painted(page: Window & typeof globalThis): Promise<void> {
  return new Promise((resolve) => {
    const observer = new page.PerformanceObserver(() => resolve())
    observer.observe({ type: 'paint', buffered: true })
    page.setTimeout(resolve, longestMilliseconds)
  })
}
