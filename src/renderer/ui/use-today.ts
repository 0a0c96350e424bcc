import { useSyncExternalStore } from 'react'
import { dayEdge, dayText } from './clock'

const today = () => dayText(Date.now())

/** Calls back at each midnight of this PC's clock. Returns how to stop that. */
export function followDays(dayCame: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const midnight = (dayEdge(today(), 'end') ?? Date.now()) + 1
    timer = setTimeout(next, Math.max(midnight - Date.now(), 1000))
  }
  const next = () => {
    dayCame()
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}

/** Today as 2026-11-21. What uses it is drawn anew at midnight, with all below it. */
export function useToday(): string {
  return useSyncExternalStore(followDays, today, today)
}
