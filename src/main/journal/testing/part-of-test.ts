/** Holds what is made before each test. Reading it outside a test is a mistake in the test, and throws. */
export function partOfTest<T>() {
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
