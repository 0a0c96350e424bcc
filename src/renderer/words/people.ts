import type { ListedPerson } from '../../shared/people/people'
import { words } from './words'

/** What somebody is, and what they show it by, beside their name. */
export function personState({ role, hasPin, hasBadge, stopped }: ListedPerson): string {
  const said = [
    words.people.roles[role],
    ...(hasPin ? [words.people.pin] : []),
    ...(hasBadge ? [words.people.badge] : []),
    ...(stopped ? [words.people.stopped] : []),
  ]
  return said.join(' · ')
}
