/** The engines of the page tests: the placed Electron, or a current Chromium (TILLSIDE_E2E_CHROMIUM). */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { systemWords } from '../../../src/main/system/words'
import { answerPageRequest, type PageStart } from '../../../src/main/window/page'
import { pageAddress } from '../../../src/main/window/page-address'
import type { MainEvent } from '../../../src/shared/contract/contract'
import { doorOf } from '../../fixtures/door'
import type { Said, Wish } from './engine'

export type Played = {
  readonly call: (channel: string, input: unknown) => Promise<unknown>
  /** Sends events to `push` from now on. */
  readonly connect: (push: (event: MainEvent) => void) => void
}

/** A window on an empty page with its own session. `load` loads the program's page. */
export type Drawn = {
  readonly page: Page
  readonly load: () => Promise<void>
  readonly close: () => Promise<void>
}

export type Engine = {
  /** @param files the window's files, from the build or changed */
  readonly open: (main: Played, start: PageStart, files: string) => Promise<Drawn>
  readonly end: () => Promise<void>
}

export const builtFiles = path.resolve(__dirname, '..', '..', '..', 'out', 'renderer')
const project = path.resolve(__dirname, '..', '..', '..')

/** One Electron process for many windows, one at a time, with the program's own preload, files and policy. */
async function startElectron(): Promise<Engine> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-page-'))
  // The package exports the path of its program.
  const program: unknown = require('electron')
  const unsandboxed = process.env.TILLSIDE_E2E_SANDBOX === 'off' ? ['--no-sandbox'] : []
  const script = path.join(__dirname, 'engine.cjs')
  const words = [...unsandboxed, '--remote-debugging-port=0', script, `--user-data-dir=${folder}`]
  const child = spawn(String(program), words, {
    cwd: project,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Like Electron's own channel, carries bytes too.
    serialization: 'advanced',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const door = await doorOf(child)
  const send = (wish: Wish) => void child.send(wish)
  const open = (main: Played, start: PageStart, files: string) =>
    new Promise<void>((resolve) => {
      child.removeAllListeners('message')
      child.on('message', (said: Said) => {
        if (said.kind === 'opened') return resolve()
        const { number, channel, input } = said
        void main.call(channel, input).then((answer) => send({ kind: 'answer', number, answer }))
      })
      main.connect((event) => send({ kind: 'event', event }))
      send({ kind: 'open', start, files })
    })
  return {
    async open(main, start, files) {
      await open(main, start, files)
      const browser = await chromium.connectOverCDP(door, { noDefaults: true })
      const [page] = browser.contexts().flatMap((context) => context.pages())
      if (page === undefined) throw new Error('The engine shows no window')
      // Another worker's window may take the display's focus; each page keeps its own.
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
      return { page, load: async () => void (await page.goto(pageAddress)), close: () => browser.close() }
    },
    async end() {
      child.disconnect()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A URL for a browser without our scheme. */
const origin = 'https://tillside.test'

/** Files and policy are the program's own; a browser has no preload or scheme, so these are played. */
async function startChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.env.TILLSIDE_E2E_SANDBOX !== 'off',
  })
  return {
    async open(main, start, files) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.exposeFunction('callMain', main.call)
      await page.addInitScript(() => {
        const listeners = new Set<(event: unknown) => void>()
        const { callMain } = window as unknown as { callMain: (channel: string, input: unknown) => unknown }
        const tillside = {
          call: (channel: string, input: unknown = {}) => callMain(channel, input),
          onEvent: (listener: (event: unknown) => void) => void listeners.add(listener),
        }
        const tellWindow = (event: unknown) => listeners.forEach((listener) => void listener(event))
        Object.assign(window, { tillside, tellWindow })
      })
      main.connect((event) => {
        const tell = (told: unknown) => Reflect.get(window, 'tellWindow')?.(told)
        // A closing window gets no more events.
        void page.evaluate(tell, event).catch(() => undefined)
      })
      await page.route(`${origin}/**`, async (route) => {
        const url = new URL(`.${new URL(route.request().url()).pathname}`, pageAddress).href
        const request = { method: route.request().method(), url }
        const load = { ...start, still: systemWords.stopped }
        const { status, headers, body } = answerPageRequest(files, request, load)
        await route.fulfill({ status, headers: { ...headers }, body })
      })
      return {
        page,
        load: async () => void (await page.goto(`${origin}/index.html`)),
        close: () => context.close(),
      }
    },
    end: () => browser.close(),
  }
}

export function startEngine(): Promise<Engine> {
  const current = process.env.TILLSIDE_E2E_CHROMIUM
  return current === undefined ? startElectron() : startChromium(current)
}
