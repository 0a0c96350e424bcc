type Loaded = typeof import('./failed-drawing')

let loaded: Loaded | null = null

/**
 * What stands in the place of something that cannot be drawn; null until it is fetched, which happens as soon
 * as the page stands (load-ahead.ts): in the moment of a failure nothing may have to be loaded.
 */
export function failedScreen(): Loaded | null {
  return loaded
}

/** Resolves when the screen is there. Rejects when its file cannot be loaded. */
export async function fetchFailedScreen(): Promise<void> {
  loaded = await import('./failed-drawing')
}
