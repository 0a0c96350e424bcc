import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../scripts/setup/project.mjs'
import { type Figure, figureOf } from './figures'
import { untilPainted, withTill } from './open-program'
import { rounds, sizes, typedWords, written } from './plan'
import { runProgram, type Tills } from './tills'

const openLimitMs = 120_000
/** Between the start of a till and its search being opened. */
const restMs = 2000
/** Longer than any keystroke takes to answer, and the first one: what has not changed by then, did not. */
const [answerMs, firstAnswerMs] = [600, 2000]

/**
 * Opens the search of a till, then types into it, a key at a time, as a person does.
 * @param words each is typed and taken away again
 * @returns milliseconds: from the click that opens the place until it says what can be searched, and from each key to its
 *   painted matches
 */
function measureSearch(profile: string, words: readonly string[]) {
  return withTill({ profile }, async ({ page }) => {
    await pause(restMs)
    await page.evaluate(watchOpening)
    await page.getByRole('link', { name: 'Search' }).click()
    const opened = await untilPainted(page, 'benchOpening', openLimitMs)
    // The first answer may take longer than the others.
    await pause(firstAnswerMs)
    await page.evaluate(watchMatches)
    const keys: number[] = []
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
    Reflect.get(window, 'benchAfterFrame')((paintedAt: number) => Object.assign(seen, { paintedAt }))
  })
  observer.observe(document.body, { subtree: true, childList: true })
}

/** Runs in the page: notes when a key came and when what matches was last painted after it. */
function watchMatches() {
  const seen = { keyAt: 0, paintedAt: 0 }
  Object.assign(window, { benchMatches: seen })
  addEventListener('keydown', (event) => Object.assign(seen, { keyAt: event.timeStamp, paintedAt: 0 }), true)
  new MutationObserver((changes) => {
    const outside = changes.filter(({ target }) => target.parentElement?.closest('.search-head') === null)
    if (seen.keyAt === 0 || outside.length === 0) return
    Reflect.get(window, 'benchAfterFrame')((paintedAt: number) => Object.assign(seen, { paintedAt }))
  }).observe(document.querySelector('main.search') ?? document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

export async function searchFigures(tills: Tills): Promise<readonly Figure[]> {
  const times: Record<'few' | 'many' | 'keys', number[]> = { few: [], many: [], keys: [] }
  for (let round = 1; round <= rounds.searches; round += 1) {
    for (const size of ['few', 'many'] as const) {
      say(`search at ${written(sizes[size])}, round ${round} of ${rounds.searches} …`)
      const { profile } = tills[size]
      // Some copies have been saved since the index was told, as in a store.
      await runProgram('saved-copies', 'again', profile, sizes[size])
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
