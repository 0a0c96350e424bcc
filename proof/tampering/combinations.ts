/** Which attacks are tried: a part that moves with the commit, all of them at night. */
import { extent } from '../../src/shared/testing/extent'
import { seedOfCommit } from '../run/seed-of-commit'
import { type Act, type Attack, type Thing, things } from './acts'

/** What decides how a journal opens, and about who is a supervisor. */
const deciding: readonly Thing[] = [
  'journal',
  'credentials',
  'people',
  'in force',
  'journal key',
  'journal head',
]
const others: readonly Thing[] = things.filter((thing) => !deciding.includes(thing))

const isFull = extent() === 'night'

/** In how many parts the combinations are tried, one with each commit. */
const parts = extent() === 'quick' ? 4 : 1
const part = seedOfCommit().turn % parts

/** Every combination in which some things are so; but at night the others go with every second one. */
export function combinations(act: Act): readonly Attack[] {
  return Array.from({ length: 2 ** deciding.length }, (_, bits) => {
    const chosen = deciding.filter((_thing, at) => (bits >> at) % 2 === 1)
    const without = Object.fromEntries(chosen.map((thing) => [thing, act]))
    const withOthers = Object.fromEntries([...chosen, ...others].map((thing) => [thing, act]))
    if (isFull) return [without, withOthers]
    return chosen.length % 2 === 0 ? [without] : [withOthers]
  })
    .filter((_, at) => at % parts === part)
    .flat()
}
