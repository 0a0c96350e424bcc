import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../scripts/setup/folders'
import { PlainFailure, say } from '../scripts/setup/project.mjs'
import { beyond, type Figure, figureOf } from './figures'
import { newTill, type ServicePlace, withTill } from './open-program'
import { rounds } from './plan'
import { rawRequest } from './raw-request'
import { makeScanner } from './scans'
import { localService } from './tills'

/** Keys that come sooner after another may be a scanner's. */
const betweenKeysMs = 250
/** As long as no scan takes a new outcome away, and a little more. */
const outcomeReadMs = 700

/**
 * Refunds receipts in the real window, each after a raw show of another one.
 * @returns milliseconds from the click on *Confirm* until the POST was given to its socket, and what a show and a connection
 *   alone take
 */
async function measureConfirms() {
  const service = await localService(rounds.confirms + 2)
  const [shown, ...codes] = service.codes
  const watch = path.join(temporaryFolder('watch'), 'times.json')
  const times: Record<'clicks' | 'raw', number[]> = { clicks: [], raw: [] }
  await withTill({ profile: await newTill(service), watch }, async ({ page }) => {
    await page.evaluate(noteClicks)
    const scan = await makeScanner(page)
    for (const code of codes) {
      times.raw.push(await rawUntilPost(service, shown))
      await scan(code)
      for (const key of ['r', '1']) {
        await pause(betweenKeysMs)
        await page.keyboard.press(key)
      }
      await page.getByRole('button', { name: /^Refund HK\$/ }).click()
      await page.getByRole('heading', { name: 'Refunded', exact: true }).waitFor()
      times.clicks.push(await page.evaluate(() => Reflect.get(window, 'benchClickAt')))
      await pause(outcomeReadMs)
    }
  }).finally(service.stop)
  const { posts }: { readonly posts: readonly number[] } = JSON.parse(readFileSync(watch, 'utf8'))
  if (posts.length !== times.clicks.length)
    throw new PlainFailure(
      `${times.clicks.length} refunds were confirmed, and ${posts.length} POSTs were made.`,
    )
  // The first of a run makes what the others find made.
  return { ours: beyond(posts, times.clicks).slice(1), raw: times.raw.slice(1) }
}

/** Runs in the page: notes when something was last clicked, in milliseconds since 1970. */
function noteClicks() {
  addEventListener(
    'click',
    ({ timeStamp }) => Object.assign(window, { benchClickAt: performance.timeOrigin + timeStamp }),
    true,
  )
}

/**
 * What comes before any POST: a show, each time on a connection of its own, and the connection that it is sent on.
 * @returns milliseconds
 */
async function rawUntilPost({ url, token }: ServicePlace, code: string): Promise<number> {
  const began = performance.now()
  await rawRequest(`${url}/v1/transactions/${code}`, token, 'GET', 'query=custom_id')
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const took = performance.now() - began
  socket.destroy()
  return took
}

export async function confirmFigures(): Promise<readonly Figure[]> {
  say('Confirm until the POST is on the wire …')
  const { ours, raw } = await measureConfirms()
  const what = 'Confirm → POST on the wire'
  return [
    figureOf(`${what}, median`, 'ms', ours, { beside: ['a raw show and a connection', raw] }),
    figureOf(`${what}, beyond the raw show and connection, p95`, 'ms', beyond(ours, raw), { share: 0.95 }),
  ]
}
