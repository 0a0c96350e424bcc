import { useEffect, useState } from 'react'

/** Whether so many milliseconds have gone by since `occasion` last changed. */
export function useLater(milliseconds: number, occasion: unknown): boolean {
  const [passed, setPassed] = useState<{ readonly of: unknown } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPassed({ of: occasion }), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, occasion])
  return passed?.of === occasion
}
