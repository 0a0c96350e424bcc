/** What the virtual display shows, read from the file that it keeps for that (XWD, see scripts/session/desktop-session.ts). */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const file = process.env.TILLSIDE_E2E_PICTURE ?? ''

/** How long nothing may move until the display counts as still: less than a caret takes to blink. */
const stillFor = 350
/** Something may move for ever; what is pressed then is judged by the service all the same. */
const patience = 5000

/** Waits until what was asked for has been drawn: for a moment nothing moves on the display. */
export async function untilStill(): Promise<void> {
  const deadline = performance.now() + patience
  let [last, since] = ['', performance.now()]
  while (performance.now() < deadline && performance.now() - since < stillFor) {
    const shown = createHash('sha256').update(readFileSync(file)).digest('hex')
    if (shown !== last) [last, since] = [shown, performance.now()]
    await pause(50)
  }
}

/** Keeps the display as it is (XWD, which ImageMagick and GIMP read), for a person to look at when a test has failed. */
export function savePicture(target: string): void {
  if (!existsSync(file)) return
  mkdirSync(path.dirname(target), { recursive: true })
  copyFileSync(file, target)
}
