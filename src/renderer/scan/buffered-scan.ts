import type { ScanTarget } from './scan-listener'

/** What was scanned, or typed with Enter, before the window knew its till. Of several the last one is meant. */
export type BufferedScan = {
  readonly target: ScanTarget
  /** The code that waits, once. Null when there is none. */
  readonly take: () => string | null
}

/** @param show called with each code that is kept, so that the cashier sees it was taken. */
export function bufferScans(show: (code: string) => void): BufferedScan {
  let waiting: string | null = null
  const keep = (text: string) => {
    const code = text.trim()
    if (code === '') return
    waiting = code
    show(code)
  }
  return {
    target: {
      onScan: (report) => keep(report.text),
      onRun: () => undefined,
      onTyped: keep,
      // Nothing is there yet that a key could do.
      onSingleKey: () => false,
      onChord: () => false,
      onEscape: () => false,
      onHastyConfirm: () => undefined,
    },
    take: () => {
      const code = waiting
      waiting = null
      return code
    },
  }
}
