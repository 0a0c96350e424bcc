import type { ScanTarget } from './scan-listener'

/** A code, and whether it was typed into the field and not scanned. */
export type BufferedCode = { readonly text: string; readonly typed: boolean }

/** The last code scanned or entered before the counter is drawn. */
export type BufferedScan = {
  readonly target: ScanTarget
  /** Returns the waiting code once; null for none. */
  readonly take: () => BufferedCode | null
}

/** @param show shows each code, so that the cashier sees it was taken */
export function bufferScans(show: (code: string) => void): BufferedScan {
  let waiting: BufferedCode | null = null
  const keep = (text: string, typed: boolean) => {
    const code = text.trim()
    if (code === '') return
    waiting = { text: code, typed }
    show(code)
  }
  return {
    target: {
      onScan: (report) => keep(report.text, false),
      onMaybePin: () => undefined,
      onRun: () => undefined,
      onTyped: (text) => keep(text, true),
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
