// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { withTill } from './open-program.mjs'
import { rounds, sizes, typedWords, written } from './plan.mjs'
import { runProgram } from './tills.mjs'

const openLimitMs = 120_000
/** Between the start of a till and its search being opened. */
const restMs = 2000
/** Longer than any keystroke takes to answer, and the first one: what has not changed by then, did not. */
const [answerMs, firstAnswerMs] = [600, 2000]

/**
 * Opens the search of a till, then types into it, a key at a time, as a person does.
 * @param {string} profile
 * @param {readonly string[]} words each is typed and taken away again
 * @returns {Promise<{ opened: number, keys: number[] }>} milliseconds: from the click that opens the place until it says
 *   what can be searched, and from each key to its painted matches
 */
function measureSearch(profile, words) {
  return withTill({ profile }, async ({ page }) => {
    await pause(restMs)
    await page.evaluate(watchOpening)
    await page.getByRole('link', { name: 'Search' }).click()
    const painted = await page.waitForFunction(
      () => {
        const { askedAt, paintedAt } = Reflect.get(window, 'benchOpening')
        return paintedAt > 0 ? paintedAt - askedAt : null
      },
      null,
      { timeout: openLimitMs },
    )
    const opened = Number(await painted.jsonValue())
    // The first answer may take longer than the others.
    await pause(firstAnswerMs)
    await page.evaluate(watchMatches)
    /** @type {number[]} */
    const keys = []
    for (const word of words) {
      for (const key of [...word, ...[...word].map(() => 'Backspace')]) {
        await page.keyboard.press(key)
        await pause(answerMs)
        const { keyAt, paintedAt } = await page.evaluate(() => Reflect.get(window, 'benchMatches'))
        // What matches stayed the same.
        if (paintedAt !== 0) keys.push(paintedAt - keyAt)
      }
    }
    return { opened, keys }
  })
}

/** Runs in the page: notes when the place was asked for, and when it was painted what can be searched. */
function watchOpening() {
  const seen = { askedAt: 0, paintedAt: 0 }
  Object.assign(window, { benchOpening: seen })
  addEventListener('click', (event) => Object.assign(seen, { askedAt: event.timeStamp }), true)
  const observer = new MutationObserver(() => {
    if (document.querySelector('.search-count') === null) return
    observer.disconnect()
    Reflect.get(
      window,
      'benchAfterFrame',
    )((/** @type {number} */ at) => {
      seen.paintedAt = at
    })
  })
  observer.observe(document.body, { subtree: true, childList: true })
}

/** Runs in the page: notes when a key came and when what matches was last painted after it. */
function watchMatches() {
  const seen = { keyAt: 0, paintedAt: 0 }
  Object.assign(window, { benchMatches: seen })
  addEventListener('keydown', (event) => Object.assign(seen, { keyAt: event.timeStamp, paintedAt: 0 }), true)
  const inField = (/** @type {Node} */ node) => node.parentElement?.closest('.search-head') !== null
  new MutationObserver((changes) => {
    if (seen.keyAt === 0 || changes.every(({ target }) => inField(target))) return
    Reflect.get(
      window,
      'benchAfterFrame',
    )((/** @type {number} */ at) => {
      seen.paintedAt = at
    })
  }).observe(document.querySelector('main.search') ?? document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function searchFigures(tills) {
  /** @type {Record<'few' | 'many' | 'keys', number[]>} */
  const times = { few: [], many: [], keys: [] }
  for (let round = 1; round <= rounds.searches; round += 1) {
    for (const size of /** @type {const} */ (['few', 'many'])) {
      say(`search at ${written(sizes[size])}, round ${round} of ${rounds.searches} …`)
      const { profile } = tills[size]
      // Some copies have been saved since the index was told, as in a store.
      await runProgram('save-again', profile, sizes[size])
      const words = size === 'many' && round === rounds.searches ? typedWords : []
      const { opened, keys } = await measureSearch(profile, words)
      times[size].push(opened)
      times.keys.push(...keys)
    }
  }
  const search = `search at ${written(sizes.many)}`
  return [
    figureOf(`${search}: until the place can be searched`, 'ms', times.many, {
      beside: [`${written(sizes.few)} saved`, times.few],
      most: 1000,
    }),
    figureOf(`${search}: a key until its matches are painted, p95`, 'ms', times.keys, {
      share: 0.95,
      most: 80,
    }),
  ]
}
