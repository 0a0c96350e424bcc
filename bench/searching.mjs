// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { openProgram } from './open-program.mjs'
import { sizes, typedWords, written } from './plan.mjs'

const openLimitMs = 120_000
/** Longer than any keystroke takes to answer; what has not changed by then, did not. */
const answerMs = 600

/**
 * Types into the search of a till, a key at a time, as a person does.
 * @param {import('./tills.mjs').FilledTill} till
 * @param {{ words: readonly string[] }} options each is typed and taken away again
 * @returns {Promise<{ opened: number, keys: number[] }>} milliseconds: until the copies can be searched after
 *   the place was opened, and from each key to the painted matches
 */
async function measureSearch(till, { words }) {
  const program = await openProgram('tillside', { profile: till.profile })
  try {
    const page = await program.page()
    const started = performance.now()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.locator('.search-count').waitFor({ timeout: openLimitMs })
    const opened = performance.now() - started
    await page.evaluate(watchMatches)
    /** @type {number[]} */
    const keys = []
    for (const word of words) {
      for (const key of [...word, ...[...word].map(() => 'Backspace')]) {
        const time = await timeOfKey(page, key)
        if (time !== null) keys.push(time)
      }
    }
    return { opened, keys }
  } finally {
    await program.close()
  }
}

/** Runs in the page: notes when a key came and when what matches was last painted after it. */
function watchMatches() {
  const seen = { keyAt: 0, paintedAt: 0 }
  Object.assign(window, { benchMatches: seen })
  addEventListener('keydown', (event) => Object.assign(seen, { keyAt: event.timeStamp, paintedAt: 0 }), true)
  const inField = (/** @type {Node} */ node) => node.parentElement?.closest('.search-head') !== null
  new MutationObserver((changes) => {
    if (seen.keyAt === 0 || changes.every(({ target }) => inField(target))) return
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      seen.paintedAt = performance.now()
      port1.close()
    }
    requestAnimationFrame(() => port2.postMessage(null))
  }).observe(document.querySelector('main.search') ?? document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} key
 * @returns {Promise<number | null>} null when what matches stayed the same
 */
async function timeOfKey(page, key) {
  await page.keyboard.press(key)
  await pause(answerMs)
  const { keyAt, paintedAt } = await page.evaluate(() => Reflect.get(window, 'benchMatches'))
  return paintedAt === 0 ? null : paintedAt - keyAt
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function searchFigures(tills) {
  say(`search at ${written(sizes.many)} …`)
  const { opened, keys } = await measureSearch(tills.many, { words: typedWords })
  return [
    figureOf(`search at ${written(sizes.many)}: until the place can be searched`, 'ms', [opened]),
    figureOf(`search at ${written(sizes.many)}: a key until its matches are painted, median`, 'ms', keys),
    figureOf(`search at ${written(sizes.many)}: the same, p95`, 'ms', keys, {
      share: 0.95,
      budget: { most: 150, of: 'value' },
    }),
  ]
}
