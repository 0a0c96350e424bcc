/** Holds what is made anew before each test. Reading it outside of a test is a mistake in the test. */
export function madeAnew<T>() {
  let made: { readonly part: T } | null = null
  return {
    get(): T {
      if (made === null) throw new Error('It is there only while a test runs')
      return made.part
    },
    set(part: T): void {
      made = { part }
    },
  }
}
