/** Keeps a line within its largest size: what came back is cut, what was decided never (refund-protocol.md 12). */
import type { AttemptEvent } from '../../shared/attempt'
import { type JournalLine, lineText, longestLine } from './journal-line'

const cutHere = ' … (cut)'

/** The text of a line and the line itself, cut to fit; null when it is too long all the same. */
export function fitLine(line: JournalLine): { readonly line: JournalLine; readonly text: string } | null {
  const text = lineText(line)
  const excess = Buffer.byteLength(text) - longestLine
  if (excess <= 0) return { line, text }
  if (!('event' in line)) return null
  const longest = Math.max(0, ...foreignTexts(line.event).map((foreign) => foreign.length))
  // A character is at most six bytes of JSON; the longest that fits is found by halving.
  let fits: { readonly line: JournalLine; readonly text: string } | null = null
  for (let low = 0, high = longest; low <= high; ) {
    const middle = (low + high) >> 1
    const cut = { ...line, event: cutTexts(line.event, middle) }
    const cutText = lineText(cut)
    if (Buffer.byteLength(cutText) <= longestLine) {
      fits = { line: cut, text: cutText }
      low = middle + 1
    } else high = middle - 1
  }
  return fits
}

/** Texts of the service's or the system's own, which people read and nothing is decided by. */
function foreignTexts(event: AttemptEvent): readonly string[] {
  const texts: string[] = []
  mapForeign(event, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

function cutTexts(event: AttemptEvent, longest: number): AttemptEvent {
  return mapForeign(event, (text) => {
    if (text.length <= longest) return text
    // Half of a pair of surrogates would not come back as it went.
    return text.slice(0, Math.max(0, longest - cutHere.length)).replace(/[\uD800-\uDBFF]$/, '') + cutHere
  })
}

function mapForeign(event: AttemptEvent, map: (text: string) => string): AttemptEvent {
  switch (event.kind) {
    case 'answered': {
      const { answer } = event
      const raw = map(event.raw)
      if (answer.kind === 'record') return { ...event, raw }
      if (answer.kind === 'error_shape') {
        return { ...event, raw, answer: { ...answer, message: map(answer.message) } }
      }
      return { ...event, raw, answer: { ...answer, detail: map(answer.detail) } }
    }
    case 'checked': {
      const { check } = event
      const raw = map(event.raw)
      return check.kind === 'seen'
        ? { ...event, raw }
        : { ...event, raw, check: { ...check, detail: map(check.detail) } }
    }
    case 'alarmed':
      return { ...event, raw: map(event.raw) }
    default:
      return event
  }
}
