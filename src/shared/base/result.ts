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

/** The name that the system or a library gives an error, such as ENOENT; '' when it has none. */
export function codeOfError(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

/** What an error says of itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Makes the type checker prove that a union was handled whole. Reached at run time only through a bug. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
