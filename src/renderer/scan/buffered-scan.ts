import type { ScanTarget } from './scan-listener'

/** The last code scanned or entered before the counter is drawn. */
export type BufferedScan = {
  readonly target: ScanTarget
  /** Returns the waiting code once; null for none. */
  readonly take: () => string | null
}

/** @param show shows each code, so that the cashier sees it was taken */
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
      // No key means anything yet.
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
