import type { AppState } from '../../shared/contract/contract'
import type { ListedPerson, PersonProof } from '../../shared/people/people'
import { atLeast, type Role } from '../../shared/people/roles'

/** What somebody has typed or scanned so far to show who they are. */
export type TypedProof = {
  /** Whom they chose, by id; the first of the list while nobody was. */
  readonly person: string
  readonly pin: string
  /** A badge takes the place of name and PIN. */
  readonly badge: string | null
}

export const nothingTyped: TypedProof = { person: '', pin: '', badge: null }

/** The same without what shows it; the name stays chosen. */
export const untyped = ({ person }: TypedProof): TypedProof => ({ ...nothingTyped, person })

/**
 * Whom it can be, and the proof as far as it is complete.
 * @param role the least that they must be
 * @param but whom it can't be, by id
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

/** The same of a second person, who is never the cashier. */
export function readYes(typed: TypedProof, { list, signedIn }: AppState['people']) {
  return readProof(typed, list, 'supervisor', signedIn?.id)
}
