/** Keys pressed at the X server, as a keyboard or a scanner presses them: the program cannot tell. */
import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { untilStill } from './picture'

const execute = promisify(execFile)

export type Keyboard = {
  /** Types like a scanner, Enter included. */
  readonly scan: (code: string) => Promise<void>
  /** One key, or several held together (`ctrl+Return`), once nothing moves on the display any more. */
  readonly press: (key: string) => Promise<void>
}

/** Milliseconds from one key of a scan to the next. */
const scannerPace = 5

async function xdotool(words: readonly string[]): Promise<string> {
  const { stdout } = await execute('xdotool', [...words])
  return stdout.trim()
}

/** The program's window once it is on the display, and null before that. Its title begins with the place it shows. */
async function windowOf(pid: number): Promise<string | null> {
  const words = ['search', '--all', '--onlyvisible', '--pid', String(pid), '--name', 'Tillside$']
  // It ends with 1 when there is none.
  const found = await xdotool(words).catch(() => '')
  return found.split('\n').at(-1) || null
}

/** Waits for the program's window. Keys go to it alone: there is no window manager that could say otherwise. */
export async function keyboardOf(program: ChildProcess): Promise<Keyboard> {
  const { pid } = program
  if (pid === undefined) throw new Error('The program was not started')
  let window: string | null = null
  await expect
    .poll(
      async () => {
        window = await windowOf(pid)
        return window
      },
      { message: 'the program shows a window', timeout: 30_000 },
    )
    .not.toBeNull()
  const focused = ['windowfocus', '--sync', String(window)]
  return {
    // In one go: between two calls a busy machine may take longer than a scanner pauses.
    scan: async (code) =>
      void (await xdotool([...focused, 'type', '--delay', String(scannerPace), `${code}\n`])),
    async press(key) {
      await untilStill()
      await xdotool([...focused, 'key', key])
    },
  }
}
