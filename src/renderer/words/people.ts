import type { ListedPerson } from '../../shared/people/people'
import { words } from './words'

/** Who stands at the till: signing in, the lock, and the page for people. */
export const peopleWords = words.people

/** What somebody is, and what they show it by, beside their name. */
export function personState({ role, hasPin, hasBadge, stopped }: ListedPerson): string {
  const said = [
    peopleWords.roles[role],
    ...(hasPin ? [peopleWords.pin] : []),
    ...(hasBadge ? [peopleWords.badge] : []),
    ...(stopped ? [peopleWords.stopped] : []),
  ]
  return said.join(' · ')
}
