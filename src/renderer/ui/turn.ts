let last: Promise<void> = Promise.resolve()

/** A pause in which the window hears keys and paints. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/**
 * Resolves when it is the asker's turn to draw what takes long: one piece at a time, with a pause between, so that keys
 * never wait for all of them (docs/architecture.md, "Budgets": nothing from outside holds the window for more than 200 ms).
 */
export function drawingTurn(): Promise<void> {
  last = last.then(pause)
  return last
}
