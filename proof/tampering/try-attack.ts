/**
 * One attack: the till is changed, started twice, and a cashier tries all that he can without PIN and without token; and what
 * must hold then, or is known not to (docs/security.md, "What the same account can still do").
 */
import { type Act, type Attack, attacked } from './acts'
import { type Ground, groundOf, managerLine, provisionWith } from './ground'
import { idOfManager, type OpenedTill, openTill } from './opened-till'
import { lockedCode, refundPart, type Scene, thiefsPin, thiefsToken } from './scene'
import { setRight } from './set-right'

/** Everything at a till that takes a PIN or a token, with a PIN and a token of the cashier's own. */
async function takeAll(till: OpenedTill, { services }: Scene): Promise<readonly string[]> {
  const { address, thiefsAddress } = services
  const proof = { with: 'pin', person: await idOfManager(till), pin: thiefsPin } as const
  const word = { why: 'Portal: nothing' }
  const anew = (at: string) =>
    till.call('journal:begin', {
      ...word,
      proof: { with: 'token', address: at, token: thiefsToken, name: 'Thief', newPin: thiefsPin },
    })
  const tries = [
    ['rights by PIN', await till.call('rights:begin', proof)],
    ['rights by token', await till.call('rights:begin', { with: 'token', stored: thiefsToken })],
    ['manager', await till.call('people:save', { id: '', name: 'Thief', role: 'manager', pin: thiefsPin })],
    ['new record by PIN', await till.call('journal:begin', { ...word, proof })],
    ['new record by token', await anew(address)],
    ['new record by token of his service', await anew(thiefsAddress)],
    [
      'own service',
      await till.call('token:save', { address: thiefsAddress, token: thiefsToken, anyway: true }),
    ],
  ] as const
  return tries.flatMap(([what, result]) => (result.ok ? [what] : []))
}

async function startOnce(ground: Ground, scene: Scene) {
  const till = await openTill(ground)
  /** What the start says: what came of the cashier's refund, why refunds are off, and what locks the payment. */
  const start = {
    tried: await refundPart(till, lockedCode),
    refunds: till.refunds.refundsOff() ?? 'on',
    lock: till.refunds.standingOf(lockedCode).lock?.kind ?? 'open',
  }
  const took = await takeAll(till, scene)
  // What he took may have opened the payment to him.
  if (took.length > 0) await refundPart(till, lockedCode)
  await till.close()
  return { start, took }
}

/** The cashier's whole attack on a till that lies so. */
async function tryOn(ground: Ground, scene: Scene) {
  const { proxy, thiefsAddress } = scene.services
  const before = proxy.refunds.length
  const starts: Awaited<ReturnType<typeof startOnce>>['start'][] = []
  /** What only a supervisor may do, and the cashier did. */
  const took = new Set<string>()
  for (const _ of ['first', 'second']) {
    const done = await startOnce(ground, scene)
    starts.push(done.start)
    for (const what of done.took) took.add(what)
    const provisioned = await provisionWith(ground, thiefsAddress, [
      thiefsToken,
      managerLine('Thief', thiefsPin),
      thiefsToken,
    ])
    if (provisioned !== null) took.add(`provisioned, people ${provisioned}`)
  }
  /** `sent`: refunds of the locked payment that reached the store's service. */
  return { starts, sent: proxy.refunds.length - before, took: [...took] }
}

export async function tryAttack(scene: Scene, attack: Attack) {
  const ground = groundOf(attacked(scene, attack), scene.at)
  const outcome = await tryOn(ground, scene)
  ground.remove()
  if (outcome.sent > 0) await scene.services.anew()
  return outcome
}

/** The attack, and then what the supervisor does. */
export async function tryAndSetRight(scene: Scene, attack: Attack) {
  const ground = groundOf(attacked(scene, attack), scene.at)
  const outcome = await tryOn(ground, scene)
  const right = outcome.took.length === 0 ? await setRight(ground, scene) : null
  ground.remove()
  return { outcome, right }
}

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
export function brokenBy(attack: Attack, { sent, took }: Awaited<ReturnType<typeof tryAttack>>) {
  const own = attack.credentials === 'his own' ? byOwnToken : new Set<string>()
  const isKnown = hasNoToken(attack) && hasNoPeople(attack)
  const more = isKnown ? [] : took.filter((what) => !own.has(what))
  return [
    ...(sent > 0 && !wentBack(attack) ? [`${sent} sent again`] : []),
    ...more.map((what) => `a cashier got: ${what}`),
  ].map((what) => `${JSON.stringify(attack)}: ${what}`)
}
