/** A log that only tells what it was given, an error with its cause. Each error has the reference E-00FF00. */
export function logInto(told: unknown[]) {
  return {
    warn: (message: string) => void told.push(message),
    error: (message: string, cause?: unknown) => {
      const why = cause instanceof Error ? cause.message : cause
      told.push(why === undefined ? message : `${message} ${why}`)
      return 'E-00FF00'
    },
  }
}
