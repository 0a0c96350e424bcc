import { createRequire } from 'node:module'
import { chromium, type Page } from '@playwright/test'
import { doorOf } from '../e2e/fixtures/door'
import { endChild, startChild } from '../scripts/session/children'
import { sandboxIsOn } from '../scripts/session/desktop-session'
import { temporaryFolder } from '../scripts/setup/folders'
import { inProject, PlainFailure, projectFolder } from '../scripts/setup/project.mjs'

const electron = String(createRequire(import.meta.url)('electron'))
const bare = inProject('bench', 'bare')

export type ServicePlace = { readonly url: string; readonly token: string }

type Opening = {
  readonly profile: string
  /** Where main's share of each look for a saved copy is written when the program ends (watch-main.cjs). */
  readonly watch?: string
}

/**
 * Starts Tillside, or the bare window that it is measured against, as a person would: no test driver comes between, but for
 * the door that is asked for measurements afterwards.
 */
export async function openProgram(what: 'tillside' | 'bare', { profile, watch }: Opening) {
  const words = [
    ...(sandboxIsOn() ? [] : ['--no-sandbox']),
    ...(watch === undefined ? [] : ['-r', inProject('bench', 'watch-main.cjs')]),
    what === 'bare' ? bare : projectFolder,
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
  ]
  const env = { ...process.env, TILLSIDE_BENCH_WATCH: watch ?? '' }
  const startedAt = performance.timeOrigin + performance.now()
  const child = startChild(electron, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const door = await doorOf(child)
  return {
    /** When it was started, in milliseconds since 1970, with fractions. */
    startedAt,
    pid: child.pid ?? 0,
    /** Its one window; asked for late, so that being asked does not slow what is measured. */
    page: () => pageBehind(door),
    close: () => endChild(child),
  }
}

async function pageBehind(door: string): Promise<Page> {
  const browser = await chromium.connectOverCDP(door, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new PlainFailure('The program has no window.')
  return page
}

/** Opens a till, does the work once its counter stands, and closes it. */
export async function withTill<T>(
  opening: Opening,
  work: (opened: { readonly page: Page; readonly pid: number; readonly startedAt: number }) => Promise<T>,
): Promise<T> {
  const program = await openProgram('tillside', opening)
  try {
    const page = await program.page()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    await page.evaluate(offerAfterFrame)
    return await work({ ...program, page })
  } finally {
    await program.close()
  }
}

/**
 * Runs in the page: has it call back with the time of the first task after the next frame. A method, as nothing that runs there
 * may be a function with a name: what tsx adds to those is not known in the page.
 */
function offerAfterFrame() {
  Object.assign(window, {
    benchAfterFrame(told: (at: number) => void) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        told(performance.now())
        // An open port is never collected: the bench would measure its own growth.
        port1.close()
      }
      // The message comes when the frame has been handed on.
      requestAnimationFrame(() => port2.postMessage(null))
    },
  })
}

/**
 * Waits until the page has painted what was asked for; both moments stand in `window` under that name.
 * @returns the milliseconds between them; rejects after `limit`
 */
export async function untilPainted(page: Page, name: string, limit: number): Promise<number> {
  const painted = await page.waitForFunction(
    (seen) => {
      const { askedAt, paintedAt } = Reflect.get(window, seen)
      return paintedAt > 0 ? paintedAt - askedAt : null
    },
    name,
    { timeout: limit },
  )
  return Number(await painted.jsonValue())
}

/** Provisions a new till through the program's own command line, and answers its profile. */
export async function newTill({ url, token }: ServicePlace): Promise<string> {
  const profile = temporaryFolder('till')
  const words = [
    ...(sandboxIsOn() ? [] : ['--no-sandbox']),
    ...[projectFolder, `--user-data-dir=${profile}`, '--provision', `--service-url=${url}`],
    ...['--token-stdin', '--till-name=Bench'],
  ]
  const child = startChild(electron, words, { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin?.end(`${token}\n`)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new PlainFailure('A till could not be provisioned.')
  return profile
}
