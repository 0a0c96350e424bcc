// @ts-check
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { provision } from './open-program.mjs'
import { restMs, rounds, sizes, written } from './plan.mjs'
import { measureStart } from './start-times.mjs'

/** @typedef {import('./start-times.mjs').Start} Start */

const bareName = 'a bare window'

/**
 * Starts all kinds turn and turn about, so that what slows the machine slows all.
 * @param {import('./tills.mjs').Tills} tills
 * @param {{ url: string, token: string }} service
 * @returns {Promise<Record<string, Start[]>>}
 */
async function measureStarts(tills, service) {
  const [bareWarm, practice, till] = [
    temporaryFolder('bare'),
    temporaryFolder('practice'),
    temporaryFolder('till'),
  ]
  await provision(till, service)
  const fresh = async () => {
    const profile = temporaryFolder('fresh')
    await provision(profile, service)
    return profile
  }
  /** @type {Record<string, () => Promise<Start>>} */
  const kinds = {
    bare: () => measureStart('bare', { profile: bareWarm, restMs }),
    till: () => measureStart('tillside', { profile: till, restMs }),
    many: () => measureStart('tillside', { profile: tills.many.profile, restMs }),
    practice: () => measureStart('tillside', { profile: practice, args: ['--practice'], restMs }),
    bareFresh: () => measureStart('bare', { profile: temporaryFolder('bare'), restMs }),
    tillFresh: async () => measureStart('tillside', { profile: await fresh(), restMs }),
  }
  /** @type {Record<string, Start[]>} */
  const measured = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
  for (let round = 1 - rounds.warmUp; round <= rounds.starts; round += 1) {
    say(`starts: round ${round} of ${rounds.starts} …`)
    for (const [kind, measure] of Object.entries(kinds)) {
      const start = await measure()
      if (round > 0) measured[kind]?.push(start)
    }
  }
  return measured
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @param {{ url: string, token: string }} service
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function startFigures(tills, service) {
  const starts = await measureStarts(tills, service)
  const painted = (/** @type {string} */ kind) => (starts[kind] ?? []).map((start) => start.painted)
  const complete = (/** @type {string} */ kind) =>
    (starts[kind] ?? []).flatMap((start) => start.complete ?? [])
  const memory = (/** @type {string} */ kind) => (starts[kind] ?? []).flatMap((start) => start.memory ?? [])
  const bare = { baseline: painted('bare'), baselineName: bareName }
  const budget = /** @type {const} */ ({ most: 1.25, of: 'ratio' })
  return [
    figureOf('start of a provisioned till until the scan field takes input', 'ms', painted('till'), {
      ...bare,
      budget,
    }),
    figureOf('the same, the first start of its profile', 'ms', painted('tillFresh'), {
      baseline: painted('bareFresh'),
      baselineName: bareName,
    }),
    figureOf('the same, practice', 'ms', painted('practice'), bare),
    figureOf(`the same, ${written(sizes.many)} saved`, 'ms', painted('many'), {
      baseline: painted('till'),
      baselineName: 'none saved',
    }),
    figureOf('start of a provisioned till until all of the counter stands', 'ms', complete('till'), bare),
    figureOf(`the same, ${written(sizes.many)} saved`, 'ms', complete('many'), {
      baseline: complete('till'),
      baselineName: 'none saved',
    }),
    figureOf('memory of all processes, idle', 'MB', memory('till'), {
      baseline: memory('bare'),
      baselineName: bareName,
      budget: { most: 1.3, of: 'ratio' },
    }),
    figureOf(`the same, ${written(sizes.many)} saved`, 'MB', memory('many'), {
      baseline: memory('till'),
      baselineName: 'none saved',
    }),
  ]
}
