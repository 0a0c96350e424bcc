/** What must hold after every attack, and what is known not to (docs/security.md, "What the same account can still do"). */
import type { Act, Attack } from './acts'
import type { Outcome } from './try-attack'

const isOlder = (act: Act | undefined) => act === 'earlier' || act === 'connected'

/** Journal and head of an older moment fit each other: a whole PC that went back in time looks the same. */
const wentBack = (attack: Attack) =>
  isOlder(attack['journal head']) && attack.journal !== undefined && attack.journal !== 'delete'

/** No token is left to ask for, or it is the cashier’s own. */
const hasNoToken = ({ credentials }: Attack) =>
  credentials === 'delete' || credentials === 'garbage' || credentials === 'his own'

/** What is kept of people is deleted or cannot be read. The copy of when the till had just been connected has none. */
const hasNoPeople = ({ people }: Attack) => people !== undefined && people !== 'earlier'

/** Where the token in use is the cashier’s own, he is whoever has the token in use; he is no manager. */
const byOwnToken = new Set([
  'rights by token',
  'own service',
  'new record by token of his service',
  'provisioned, people Ada',
])

/** One sentence for every promise that an attack has broken beyond what is known. */
export function brokenBy(attack: Attack, { sent, took }: Outcome): readonly string[] {
  const own = attack.credentials === 'his own' ? byOwnToken : new Set<string>()
  const isKnown = hasNoToken(attack) && hasNoPeople(attack)
  const more = isKnown ? [] : took.filter((what) => !own.has(what))
  return [
    ...(sent > 0 && !wentBack(attack) ? [`${sent} sent again`] : []),
    ...more.map((what) => `a cashier got: ${what}`),
  ].map((what) => `${JSON.stringify(attack)}: ${what}`)
}
