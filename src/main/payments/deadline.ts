/**
 * Calls back when so many milliseconds are over and nobody called it off, but never before the sockets had their turn:
 * Node looks at timers first, so where this process was busy past the limit, what came in time would lie unread. Answers
 * how to call it off.
 */
export function deadline(milliseconds: number, isOver: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // The first of these comes behind one reading of all sockets, the second behind another: TLS may need both.
    turn = setImmediate(() => {
      turn = setImmediate(isOver)
    })
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
