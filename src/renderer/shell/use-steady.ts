import { useEffect, useState } from 'react'

/** The value once it has stayed the same for so long: what comes and goes quicker is never shown. */
export function useSteady<T>(value: T, milliseconds: number): T {
  const [steady, setSteady] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return steady
}
