/** What was copied back, edited and deleted together, of a till whose refund is in doubt (docs/security.md). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOfCommit } from '../run/seed-of-commit'
import { type Attack, actsOn, things } from './acts'
import { combinations } from './combinations'
import { makeScene, type Scene } from './scene'
import { brokenBy, tryAttack } from './try-attack'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene()
})
afterAll(() => scene.services.close())

/** Of every act with every other on another thing one in four, others with every turn. */
function pairs(turn: number): readonly Attack[] {
  const single = things.flatMap((thing) => actsOn(thing).map((act) => ({ thing, act })))
  const all = single.flatMap((one, at) =>
    single
      .slice(at + 1)
      .filter(({ thing }) => thing !== one.thing)
      .map((other): Attack => ({ [one.thing]: one.act, [other.thing]: other.act })),
  )
  return all.filter((_, at) => (at + turn) % 4 === 0)
}

async function brokenByAny(attacks: readonly Attack[]): Promise<readonly string[]> {
  const broken: string[] = []
  for (const attack of attacks) broken.push(...brokenBy(attack, await tryAttack(scene, attack)))
  return broken
}

const anyAttack: fc.Arbitrary<Attack> = fc
  .record(
    Object.fromEntries(things.map((thing) => [thing, fc.constantFrom(...actsOn(thing))])),
    // Most things are left as they are, or every attack would be met by the first that is wrong.
    { requiredKeys: [] },
  )
  .map((attack) => attack)

describe('a till of which older copies were put back', () => {
  it.each(['earlier', 'connected'])(
    'keeps the promise in every combination of copies from %s, but for journal and head together',
    async (moment) => {
      expect(await brokenByAny(combinations(moment))).toEqual([])
    },
  )

  it('sends again where journal and head of one older moment were put back together: that is known', async () => {
    const back = { journal: 'earlier', 'journal head': 'earlier' } as const
    expect(await tryAttack(scene, back)).toMatchObject({
      starts: [{ refunds: 'on', lock: 'open', tried: 'refunded' }, { refunds: 'on' }],
      took: [],
    })
  })
})

describe('a till of which several things were deleted, copied back or edited', () => {
  const { seed, turn } = seedOfCommit()

  it(`keeps the promise for two acts at once (turn ${turn})`, async () => {
    expect(await brokenByAny(pairs(turn))).toEqual([])
  })

  it(`keeps the promise for any acts together (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(anyAttack, async (attack) => {
        expect(await brokenByAny([attack])).toEqual([])
      }),
      { seed, numRuns: 150 },
    )
  })
})
