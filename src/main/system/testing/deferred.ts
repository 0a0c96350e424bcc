/** A promise that a test keeps when it wants to. */
export function deferred<T = void>() {
  let keep: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}
