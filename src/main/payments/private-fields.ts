import { neverSaved } from '../../shared/never-saved'

const names = [...neverSaved].join('|')
/** JSON that was cut or spoiled: a private text up to its quote, and of a private list or object all that follows. */
const privateInJson = new RegExp(
  `("(?:${names})"\\s*:\\s*)(?:"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?|[[{][^]*)`,
  'gi',
)
/** In text that is no JSON a private value ends where the next value or mark begins. */
const privateInText = new RegExp(`(${names})[^,;&<\\n]*`, 'gi')

/** A text of the service without private fields: exactly for JSON, as far as they can be seen for any other. */
export function withoutPrivateFields(text: string): string {
  try {
    return privateMembersOut(JSON.parse(text))
  } catch {
    return text.replace(privateInJson, '$1(left out)').replace(privateInText, '$1 (left out)')
  }
}

/** Parsed JSON, written without private members, wherever they stand. */
export function privateMembersOut(json: unknown): string {
  return JSON.stringify(json, (name, value: unknown) => (neverSaved.has(name) ? undefined : value)) ?? ''
}
