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
import { type CommandResult, resultOf } from '../fixtures/till'
import { savePicture } from './picture'

export const token = 'tok-packaged-7b20e1'

type StartOptions = {
  /** Another copy of it. */
  readonly program?: string
  readonly env?: Readonly<Record<string, string>>
}

export type PackagedTill = {
  readonly profile: string
  /** Runs the program until it ends by itself, or the test does. */
  readonly run: (
    args: readonly string[],
    more?: StartOptions & { readonly input?: string },
  ) => Promise<CommandResult>
  /** Starts the program. */
  readonly start: (args?: readonly string[], more?: StartOptions) => ChildProcess
  /** Asks the program that was started to end, as a PC that is shut down does, and waits until it has. */
  readonly end: () => Promise<void>
  /** Starts a payment service on loopback. It ends with the test. */
  readonly startService: () => Promise<PracticeService>
}

/** The packaged program, as an absolute path. */
export const program = process.env.TILLSIDE_E2E_PACKAGED ?? ''
/** Where the program's resources lie, and the papers that go with it. */
export const places =
  process.platform === 'darwin'
    ? { resources: path.join(program, '..', '..', 'Resources'), papers: path.join(program, '..', '..') }
    : { resources: path.join(program, '..', 'resources'), papers: path.dirname(program) }
export const sandboxIsOn = process.env.TILLSIDE_E2E_SANDBOX !== 'off'

function spawnProgram(
  profile: string,
  args: readonly string[],
  { program: copy = program, env = {} }: StartOptions,
): ChildProcess {
  const words = [...(sandboxIsOn ? [] : ['--no-sandbox']), `--user-data-dir=${profile}`, ...args]
  const child = spawn(copy, words, { env: { ...process.env, ...env } })
  // A program that ends without reading is judged by its code and its words.
  child.stdin.on('error', () => undefined)
  return child
}

type Started = { readonly child: ChildProcess; readonly closed: Promise<unknown> }

/** Ends the program, and waits for its helper processes too: they hold its output, and write into its profile until the end. */
async function end({ child, closed }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill()
  await closed
}

export const test = base.extend<{ till: PackagedTill }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  till: async ({}, use, testInfo) => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'tillside-packaged-'))
    const services: PracticeService[] = []
    const said: string[] = []
    const started: Started[] = []
    const launch = (args: readonly string[], more: StartOptions) => {
      const child = spawnProgram(profile, args, more)
      child.stderr?.on('data', (part: Buffer) => said.push(part.toString()))
      started.push({ child, closed: new Promise((resolve) => child.once('close', resolve)) })
      return child
    }
    const endAll = async () => void (await Promise.all(started.map(end)))
    await use({
      profile,
      run(args, { input = '', ...more } = {}) {
        const child = launch(args, more)
        child.stdin?.end(input)
        return resultOf(child)
      },
      start(args = [], more = {}) {
        const child = launch(args, more)
        child.stdout?.resume()
        return child
      },
      end: endAll,
      async startService() {
        const switches = { practiceHeader: 'absent' } as const
        const service = await startPracticeService({ ledgerFile: ':memory:', token, pace: 0.1, switches })
        services.push(service)
        return service
      },
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      savePicture(testInfo.outputPath('display.xwd'))
      await testInfo.attach('what the program said', { body: said.join('') })
    }
    await endAll()
    for (const service of services) await service.stop().catch(() => undefined)
    rmSync(profile, { recursive: true, force: true })
  },
})

export { expect }
