import type { AppState } from '../../shared/contract/contract'
import type { ListedPerson, PersonProof } from '../../shared/people/people'
import { atLeast, type Role } from '../../shared/people/rules'

/** What a person has entered so far to prove who they are. */
export type TypedProof = {
  /** The chosen person's id; '' selects the first of the list. */
  readonly person: string
  readonly pin: string
  readonly badge: string | null
}

export const nothingTyped: TypedProof = { person: '', pin: '', badge: null }

/** Clears the PIN and the badge and keeps the name. */
export const untyped = ({ person }: TypedProof): TypedProof => ({ ...nothingTyped, person })

/**
 * Returns who may be chosen, and the proof once complete.
 * @param role the lowest role accepted
 * @param but the id of a person to leave out
 */
export function readProof(
  { person: chosen, pin, badge }: TypedProof,
  list: readonly ListedPerson[],
  role: Role,
  but?: string,
) {
  const able = list.filter(({ id, role: own }) => id !== but && atLeast(own, role))
  const named = able.filter(({ hasPin }) => hasPin)
  const person = named.find(({ id }) => id === chosen) ?? named[0]
  const byPin = person !== undefined && pin !== '' ? ({ with: 'pin', person: person.id, pin } as const) : null
  const proof: PersonProof | null = badge === null ? byPin : { with: 'badge', code: badge }
  return { named, person, hasBadges: able.some(({ hasBadge }) => hasBadge), proof }
}

/** Returns the same for a second person, who is never the cashier. */
export function readYes(typed: TypedProof, { list, signedIn }: AppState['people']) {
  return readProof(typed, list, 'supervisor', signedIn?.id)
}
