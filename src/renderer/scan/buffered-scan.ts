import type { ScanTarget } from './install-scan-listener'

/** What was scanned, or typed with Enter, before the desk was known. Of several the last one is meant. */
export type HeldScan = {
  readonly target: ScanTarget
  /** The code that waits, once. Null when there is none. */
  readonly take: () => string | null
}

/** @param held called with each code that is held, so that the cashier sees it was taken. */
export function holdScans(held: (code: string) => void): HeldScan {
  let waiting: string | null = null
  const hold = (text: string) => {
    const code = text.trim()
    if (code === '') return
    waiting = code
    held(code)
  }
  return {
    target: {
      onScan: (report) => hold(report.text),
      onRun: () => undefined,
      onTyped: hold,
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
