import { useEffect, useState } from 'react'

/** Milliseconds since 1970, told anew each second while `running`. */
export function useNow(running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}

/** Whole seconds from now until a moment (ISO 8601); 0 when it has gone by, or cannot be read. */
export function secondsUntil(moment: string, now: number): number {
  const seconds = Math.ceil((Date.parse(moment) - now) / 1000)
  return seconds > 0 ? seconds : 0
}
