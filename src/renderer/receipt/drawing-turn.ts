/** The last code that asked for its turn; the next one is drawn after it. */
let last: Promise<void> = Promise.resolve()

/** A pause in which the window hears keys and paints. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** Resolves when it is the asker's turn to draw a code: one at a time, with a pause between, so that keys never wait. */
export function drawingTurn(): Promise<void> {
  last = last.then(pause)
  return last
}
