/** A value, or the reason there is none. Expected failures travel as data; only bugs are thrown. */
export type Result<T, F> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: F }

export function succeed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function fail<F>(fault: F): { readonly ok: false; readonly fault: F } {
  return { ok: false, fault }
}

/** Makes the type checker prove that a union was handled whole. Reached at run time only through a bug. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
