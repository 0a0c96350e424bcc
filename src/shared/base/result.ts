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

/** Returns what the work returns, or the other value where it throws. */
export function tryOr<T, O>(work: () => T, otherwise: O): T | O {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Parses JSON. Returns undefined, which JSON cannot be, for any other text. */
export function parseJson(text: string): unknown {
  return tryOr(() => JSON.parse(text), undefined)
}

/** Returns an error's code, such as ENOENT; '' when it has none. */
export function codeOfError(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

/** Returns an error's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Makes the type checker prove that every case of a union is handled. Throws: only a bug reaches it. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
