import { neverSaved } from './never-saved'

/** Whether a member of some other object is such a field, however its name is spelled: `buyerId`, `PIN-KEY`. */
export function isPrivateName(name: string): boolean {
  return plainPrivateNames.has(plainName(name))
}

/** A name without case, blanks, hyphens and underscores. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

const plainPrivateNames: ReadonlySet<string> = new Set([...neverSaved].map(plainName))

/** Whether a path with dots leads into such a field. */
export function isPrivatePath(path: string): boolean {
  return path.split('.').some(isPrivateName)
}

/**
 * Whether a text speaks of such a field: JSON within JSON, an address, a line of a log. The value of it cannot be told
 * from the rest for certain, so what must not be written down is left out whole.
 */
export function speaksOfPrivateField(text: string): boolean {
  return privateNameInText.test(text)
}

const privateNameInText = /pin[\s_-]?key|buyer[\s_-]?id|extra[\s_-]?parameters|\bpayer\b/i
