/** What the virtual display shows, read from the file that it keeps for that (XWD, see scripts/session/desktop-session.ts). */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createCanvas } from '@napi-rs/canvas'

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

/** Saves the display as a PNG, for a person to look at when a test has failed. */
export function savePicture(target: string): void {
  if (!existsSync(file)) return
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, picture(readFileSync(file)))
}

/** The header is 32-bit numbers; the pixels, four bytes each, are blue, green, red and nothing. */
function picture(xwd: Buffer): Buffer {
  const number = (index: number) => xwd.readUInt32BE(index * 4)
  const [headerSize, width, height, lineSize, colours] = [0, 4, 5, 12, 19].map(number)
  if (!headerSize || !width || !height || !lineSize) throw new Error('The picture has no header')
  const begin = headerSize + (colours ?? 0) * 12
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = begin + y * lineSize + x * 4
      const [blue = 0, green = 0, red = 0] = xwd.subarray(from, from + 3)
      image.data.set([red, green, blue, 255], (y * width + x) * 4)
    }
  }
  context.putImageData(image, 0, 0)
  return canvas.toBuffer('image/png')
}
