/** What the virtual display shows, read from the file that it keeps for that (XWD, see scripts/session/desktop-session.ts). */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'

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
  writeFileSync(target, pngOf(readFileSync(file)))
}

/** The header is 32-bit numbers; the pixels, four bytes each, are blue, green, red and nothing. */
function pngOf(xwd: Buffer): Buffer {
  const number = (index: number) => xwd.readUInt32BE(index * 4)
  const [headerSize, width, height, lineSize, colours] = [0, 4, 5, 12, 19].map(number)
  if (!headerSize || !width || !height || !lineSize) throw new Error('The picture has no header')
  const pixels = headerSize + (colours ?? 0) * 12
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = pixels + y * lineSize + x * 4
      const to = y * (width * 3 + 1) + 1 + x * 3
      rows[to] = xwd[from + 2] ?? 0
      rows[to + 1] = xwd[from + 1] ?? 0
      rows[to + 2] = xwd[from] ?? 0
    }
  }
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  // Eight bits per colour, red, green and blue; the usual compression, filter, and no interlacing.
  const header = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
