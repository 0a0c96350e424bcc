import { longestList } from '../../shared/limits'

/** Looks at a text in pieces, and answers in which line it has more characters than a line may; 0 for none yet. */
export function makeLineGauge(longest: number = longestList.line): (piece: string) => number {
  let line = 1
  /** Characters of the line that the piece before ended in. */
  let open = 0
  let endedInReturn = false
  return (piece) => {
    // The second half of a line end of which the first half was counted.
    let from = endedInReturn && piece.startsWith('\n') ? 1 : 0
    const ends = /\r\n|\n|\r/g
    ends.lastIndex = from
    for (let end = ends.exec(piece); end !== null; end = ends.exec(piece)) {
      if (open + end.index - from > longest) return line
      line += 1
      open = 0
      from = ends.lastIndex
    }
    open += piece.length - from
    if (piece !== '') endedInReturn = piece.endsWith('\r')
    return open > longest ? line : 0
  }
}
