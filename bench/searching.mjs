// @ts-check
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { openProgram } from './open-program.mjs'
import { rounds, sizes, typedWords, written } from './plan.mjs'
import { benchProgram } from './tills.mjs'

const openLimitMs = 120_000
/** Between the start of a till and its search being opened. */
const restMs = 2000
const readyBudget = /** @type {const} */ ({ most: 1000, of: 'value' })
/** Longer than any keystroke takes to answer, and the first one; what has not changed by then, did not. */
const [answerMs, firstAnswerMs] = [600, 2000]

/**
 * Opens the search of a till, then types into it, a key at a time, as a person does.
 * @param {import('./tills.mjs').FilledTill} till
 * @param {{ words: readonly string[] }} options each is typed and taken away again
 * @returns {Promise<{ opened: number, first: number | null, keys: number[] }>} milliseconds: from the click that
 *   opens the place until it says what can be searched, from a key that is pressed at that moment to its painted
 *   matches, and the same of each key
 */
async function measureSearch(till, { words }) {
  const program = await openProgram('tillside', { profile: till.profile })
  try {
    const page = await program.page()
    const link = page.getByRole('link', { name: 'Search' })
    await link.waitFor()
    await pause(restMs)
    await page.evaluate(watchOpening)
    await link.click()
    const painted = await page.waitForFunction(
      () => {
        const { askedAt, paintedAt } = Reflect.get(window, 'benchOpening')
        return paintedAt > 0 ? paintedAt - askedAt : null
      },
      null,
      { timeout: openLimitMs },
    )
    const opened = Number(await painted.jsonValue())
    await page.evaluate(watchMatches)
    const first = await timeOfKey(page, '4', firstAnswerMs)
    await page.keyboard.press('Backspace')
    await pause(firstAnswerMs)
    /** @type {number[]} */
    const keys = []
    for (const word of words) {
      for (const key of [...word, ...[...word].map(() => 'Backspace')]) {
        const time = await timeOfKey(page, key, answerMs)
        if (time !== null) keys.push(time)
      }
    }
    return { opened, first, keys }
  } finally {
    await program.close()
  }
}

/** Runs in the page: notes when the place was asked for, and when it was painted what can be searched. */
function watchOpening() {
  const seen = { askedAt: 0, paintedAt: 0 }
  Object.assign(window, { benchOpening: seen })
  addEventListener('click', (event) => Object.assign(seen, { askedAt: event.timeStamp }), true)
  const observer = new MutationObserver(() => {
    if (document.querySelector('.search-count') === null) return
    observer.disconnect()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      seen.paintedAt = performance.now()
      port1.close()
    }
    requestAnimationFrame(() => port2.postMessage(null))
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
 * @param {number} patienceMs
 * @returns {Promise<number | null>} null when what matches stayed the same
 */
async function timeOfKey(page, key, patienceMs) {
  await page.keyboard.press(key)
  await pause(patienceMs)
  const { keyAt, paintedAt } = await page.evaluate(() => Reflect.get(window, 'benchMatches'))
  return paintedAt === 0 ? null : paintedAt - keyAt
}

/**
 * Each time the search is opened some copies have been saved since its index was told, as in a store.
 * @param {import('./tills.mjs').FilledTill} till
 * @param {{ count: number, words: readonly string[] }} options how many copies it has, and what is typed
 */
async function measureAfterSaving(till, { count, words }) {
  const saveAgain = [...(await benchProgram('save-again')), till.profile, String(count)]
  await promisify(execFile)(process.execPath, saveAgain)
  return measureSearch(till, { words })
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function searchFigures(tills) {
  const nothing = () => ({ opened: /** @type {number[]} */ ([]), first: /** @type {number[]} */ ([]) })
  const measured = { few: nothing(), some: nothing(), many: nothing() }
  /** @type {number[]} */
  const keys = []
  for (let round = 1; round <= rounds.searches; round += 1) {
    for (const size of /** @type {const} */ (['few', 'some', 'many'])) {
      const [till, count] = [tills[size], sizes[size]]
      if (till === undefined || count === undefined) continue
      say(`search at ${written(count)}, round ${round} of ${rounds.searches} …`)
      const words = size === 'many' && round === rounds.searches ? typedWords : []
      const times = await measureAfterSaving(till, { count, words })
      measured[size].opened.push(times.opened)
      if (times.first !== null) measured[size].first.push(times.first)
      keys.push(...times.keys)
    }
  }
  const { few, some, many } = measured
  const until = (/** @type {number} */ count) =>
    `search at ${written(count)}: until the place can be searched`
  const of = { baseline: few.opened, baselineName: `${written(sizes.few)} saved`, budget: readyBudget }
  const key = `search at ${written(sizes.many)}: a key`
  return [
    ...(sizes.some === undefined ? [] : [figureOf(until(sizes.some), 'ms', some.opened, of)]),
    figureOf(until(sizes.many), 'ms', many.opened, of),
    figureOf(`${key} pressed that moment until its matches are painted`, 'ms', many.first),
    figureOf(`${key} until its matches are painted, median`, 'ms', keys),
    figureOf(`search at ${written(sizes.many)}: the same, p95`, 'ms', keys, {
      share: 0.95,
      budget: { most: 80, of: 'value' },
    }),
  ]
}
