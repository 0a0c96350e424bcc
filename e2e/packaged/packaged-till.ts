/**
 * One packaged program for one test, with a profile of its own. At the end it is gone, and its profile with it.
 * Nothing here needs its debugger: it is started, spoken to and ended as the system does it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { type PracticeService, startPracticeService } from '../../src/practice/start-practice-service'
import type { CommandResult } from '../fixtures/till'
import { savePicture } from './picture'

export const token = 'tok-packaged-7b20e1'

export type PackagedTill = {
  readonly profile: string
  /** Runs the program until it ends by itself. */
  readonly run: (
    args: readonly string[],
    more?: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
  ) => Promise<CommandResult>
  /** Starts the program; every line of its standard error goes to `heard`. */
  readonly start: (args?: readonly string[], heard?: (line: string) => void) => ChildProcess
  /** Asks the program that was started to end, as a PC that is shut down does, and waits until it has. */
  readonly end: () => Promise<void>
  /** Starts a payment service on loopback. It ends with the test. */
  readonly startService: () => Promise<PracticeService>
}

const program = process.env.TILLSIDE_E2E_PACKAGED ?? ''
export const sandboxIsOn = process.env.TILLSIDE_E2E_SANDBOX !== 'off'

function words(profile: string, args: readonly string[]): readonly string[] {
  return [...(sandboxIsOn ? [] : ['--no-sandbox']), `--user-data-dir=${profile}`, ...args]
}

function run(
  profile: string,
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CommandResult> {
  const child = spawn(program, words(profile, args), { env: { ...process.env, ...env } })
  let [output, errors] = ['', '']
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  // A program that ends without reading is judged by its code and its words.
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output, errors }))
  })
}

function start(profile: string, args: readonly string[], heard: (line: string) => void): ChildProcess {
  const child = spawn(program, words(profile, args), { stdio: ['ignore', 'ignore', 'pipe'] })
  let rest = ''
  child.stderr.on('data', (part: Buffer) => {
    const lines = (rest + part.toString()).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(heard)
  })
  return child
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await gone
}

export const test = base.extend<{ till: PackagedTill }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  till: async ({}, use, testInfo) => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'tillside-packaged-'))
    const services: PracticeService[] = []
    const said: string[] = []
    let running: ChildProcess | null = null
    await use({
      profile,
      run: (args, more) => run(profile, args, more),
      start(args = [], heard = () => undefined) {
        running = start(profile, args, (line) => {
          said.push(line)
          heard(line)
        })
        return running
      },
      end: () => end(running),
      async startService() {
        const service = await startPracticeService({ ledgerFile: ':memory:', token, pace: 0.1 })
        services.push(service)
        return service
      },
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      savePicture(testInfo.outputPath('display.png'))
      await testInfo.attach('what the program said', { body: said.join('\n') })
    }
    await end(running)
    for (const service of services) await service.stop().catch(() => undefined)
    rmSync(profile, { recursive: true, force: true })
  },
})

export { expect }
