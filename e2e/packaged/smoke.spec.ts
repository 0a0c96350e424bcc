import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, expect, test } from '@playwright/test'
import { lookUp, outcome, outcomeHeading, refundByKeys, scanField } from '../fixtures/counter'

// The packaged program refuses the debugger of its main process (that fuse is off), so it is driven from
// outside, through its page alone.

const program = process.env.TILLSIDE_E2E_PACKAGED ?? ''
const sandboxSwitches = process.env.TILLSIDE_E2E_SANDBOX === 'off' ? ['--no-sandbox'] : []

let profile: string
let running: ChildProcess | undefined

test.beforeEach(() => {
  profile = mkdtempSync(path.join(os.tmpdir(), 'tillside-packaged-'))
})

test.afterEach(async () => {
  if (running !== undefined) await endProgram(running)
  running = undefined
  rmSync(profile, { recursive: true, force: true })
})

test('opens at the counter in practice, finds a scanned receipt and refunds it', async () => {
  const address = await startProgram(['--practice', '--remote-debugging-port=0'])
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('The packaged program opened no page.')
  await expect(scanField(page)).toBeFocused()
  await lookUp(page, '483920174462')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(outcome(page)).toContainText('Refunded HK$120.50')
  // The search runs in a thread of its own, whose script lies in the package too.
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search saved copies' }).fill('2017')
  await expect(page.getByRole('option')).toContainText('483920174462')
  await browser.close()
})

test('cannot be made to run somebody else’s script with the till’s rights', async () => {
  // The words are put together by the script, so that an echo of the command line is not taken for them.
  const script = 'console.log(["a", "script", "ran"].join(" "))'
  const words = await outputOf(['-e', script, '--version'], { ELECTRON_RUN_AS_NODE: '1' })
  expect(words).not.toContain('a script ran')
})

/** Starts the program and answers where its page can be driven. */
function startProgram(args: readonly string[]): Promise<string> {
  const child = spawn(program, [...sandboxSwitches, `--user-data-dir=${profile}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running = child
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The packaged program ended with ${code} before it listened.`)),
    )
  })
}

/** All that the program says until it ends by itself. */
function outputOf(args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, [...sandboxSwitches, `--user-data-dir=${profile}`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running = child
  let words = ''
  child.stdout.on('data', (part: Buffer) => {
    words += part.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(words))
  })
}

/** Asks the program to end and waits until it has; its profile is removed after it. */
async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await gone
}
