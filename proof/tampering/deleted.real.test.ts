/** Every combination of what can be deleted of a till whose refund is in doubt, in process (docs/security.md). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Attack, actsOn, type Thing, things } from './acts'
import { combinations } from './combinations'
import { makeScene, type Scene } from './scene'
import { brokenBy, tryAndSetRight } from './try-attack'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene()
})
afterAll(() => scene.services.close())

/** What the journal’s opening must say by the rules 11 to 13, told from what is gone alone. */
function expectedWords(gone: ReadonlySet<Thing>): readonly [string, string] {
  if (gone.has('in force') && gone.has('credentials')) {
    const looksNew = gone.has('journal') && gone.has('copies') && gone.has('other files')
    return looksNew ? ['on', 'on'] : ['no_keychain', 'keychain_emptied']
  }
  if (gone.has('journal')) return ['journal_missing', 'journal_missing']
  const lost = gone.has('journal key') || gone.has('journal head')
  return lost ? ['no_keychain', 'keychain_emptied'] : ['on', 'on']
}

/** Nothing knows of the lock any more: a supervisor has begun a new record, or connected the till, without it. */
function knowsNoLock(gone: ReadonlySet<Thing>): boolean {
  const nobodyNamesIt = gone.has('in force') && gone.has('credentials')
  return gone.has('journal') && (gone.has('journal head') || nobodyNamesIt)
}

describe('a till of which something was deleted', () => {
  it('has a word for every combination, sends nothing twice, makes nobody supervisor, and a supervisor gets it going', async () => {
    const broken: string[] = []
    let tried = 0
    for (const attack of combinations('delete')) {
      const name = JSON.stringify(attack)
      const gone = new Set(things.filter((thing) => attack[thing] !== undefined))
      const { outcome, right } = await tryAndSetRight(scene, attack)
      tried += 1
      broken.push(...brokenBy(attack, outcome))
      const [first, second] = outcome.starts.map(({ refunds }) => refunds)
      const words = expectedWords(gone)
      if (first !== words[0]) broken.push(`${name}: says ${first}, and not ${words[0]}`)
      if (right === null) continue
      if (second !== words[1]) broken.push(`${name}: then ${second}, and not ${words[1]}`)
      const { lock, ...rest } = right
      if ((lock === 'open') !== knowsNoLock(gone)) broken.push(`${name}: the lock is ${lock}`)
      if (JSON.stringify(rest) !== JSON.stringify({ refunds: ['refunded', 'refunded'], entries: 1 }))
        broken.push(`${name}: ${JSON.stringify(rest)}`)
    }
    expect(broken).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(16)
  })

  it('is the cashier’s where neither token nor PIN is left, and then the store’s service is not asked for anything', async () => {
    const { outcome } = await tryAndSetRight(scene, { credentials: 'delete', people: 'delete' })
    expect([outcome.sent, outcome.took]).toEqual([0, expect.arrayContaining(['provisioned, people Thief'])])
  })
})

it('any one act on any one thing keeps the promise, and a supervisor gets the till going', async () => {
  const broken: string[] = []
  for (const thing of things) {
    for (const act of actsOn(thing)) {
      const attack: Attack = { [thing]: act }
      const { outcome, right } = await tryAndSetRight(scene, attack)
      broken.push(...brokenBy(attack, outcome))
      if (right === null) continue
      const { lock, entries, refunds } = right
      if (lock === 'open') broken.push(`${JSON.stringify(attack)}: the payment is open`)
      // Another payment may be in doubt too where half of the record is gone.
      if (entries !== 1 || refunds[1] !== 'refunded')
        broken.push(`${JSON.stringify(attack)}: ${JSON.stringify(right)}`)
    }
  }
  expect(broken).toEqual([])
})
