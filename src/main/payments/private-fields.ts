import { neverSaved } from '../../shared/never-saved'

/** Whether a member of some other object is such a field, however its name is spelled: `buyerId`, `PIN-KEY`. */
export function isPrivateName(name: string): boolean {
  return plainPrivateNames.has(plainName(name))
}

/** A name without case, blanks, hyphens and underscores. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

const plainPrivateNames: ReadonlySet<string> = new Set([...neverSaved].map(plainName))

/**
 * Whether a text speaks of such a field: JSON within JSON, an address, a line of a log. The value of it cannot be told
 * from the rest for certain, so what must not be written down is left out whole.
 */
export function speaksOfPrivateField(text: string): boolean {
  return privateNameInText.test(text)
}

const privateNameInText = /pin[\s_-]?key|buyer[\s_-]?id|extra[\s_-]?parameters|\bpayer\b/i

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
