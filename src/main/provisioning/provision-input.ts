import type { Readable } from 'node:stream'

/** A token is far shorter; more than this is not one. */
const mostInput = 64 * 1024

/** Answers the next line of the input, '' after the last; the input need not end after the lines that are asked for. */
export function makeLineReader(input: Readable): () => Promise<string> {
  const pieces = input[Symbol.asyncIterator]()
  let text = ''
  let ended = false
  return async () => {
    while (!ended && !text.includes('\n') && text.length <= mostInput) {
      const piece = await pieces.next()
      if (piece.done === true) ended = true
      else text += String(piece.value)
    }
    const end = text.indexOf('\n')
    const line = end === -1 ? text : text.slice(0, end)
    text = end === -1 ? '' : text.slice(end + 1)
    return line.replace(/\r$/, '')
  }
}
