import { readOwnedFile } from './owned-file'

/** Where a policy lies, and the user id that it must be of. */
export type PolicyPlace = { readonly file: string; readonly owner: number }

/** What lies in the place of a policy. `why` says in words what is wrong with it, from "it" on. */
export type FoundPolicy =
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly place: string; readonly why: string }
  | {
      readonly kind: 'read'
      readonly place: string
      /** As JSON has it; undefined for what is no JSON. */
      readonly content: unknown
      /** Whose the files must be that it names; null where nobody can be told by an id. */
      readonly owner: number | null
    }

/** Reads a policy file that is JSON. None at all is no mistake. */
export function findPolicyFile({ file, owner }: PolicyPlace): FoundPolicy {
  const found = readOwnedFile(file, owner)
  if (found.kind === 'absent') return found
  if (found.kind === 'refused') return { ...found, place: file }
  return { kind: 'read', place: file, content: parseJson(found.text), owner }
}

/** Undefined, which is no policy, for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
