import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type MovingPart, movingPngOf, pngOf } from '../fixtures/png'

const maxColours = 256

/**
 * The same picture with at most 256 colours, so that the repository stays small: the colours that it has most of, and the
 * nearest of them for every other. A screen has few but for the edges of its letters.
 */
export async function quantised(png: Buffer): Promise<Buffer> {
  const { palette, pictures } = withPalette([await coloursOf(png)])
  return Buffer.concat(pictures.map((picture) => pngOf({ ...picture, palette })))
}

/** Screens of one size, one after another, as one animated PNG: of each only the box that changed is kept. */
export async function moving(
  frames: readonly { readonly png: Buffer; readonly milliseconds: number }[],
): Promise<Buffer> {
  const { palette, pictures } = withPalette(await Promise.all(frames.map(({ png }) => coloursOf(png))))
  const parts = pictures.map((picture, at): MovingPart => {
    const box = changedBox(pictures[at - 1], picture)
    return {
      ...cut(picture, box),
      palette,
      x: box.left,
      y: box.top,
      milliseconds: frames[at]?.milliseconds ?? 0,
    }
  })
  const [first, ...later] = parts
  if (first === undefined) throw new Error('A moving picture has frames')
  return movingPngOf(first, later)
}

/** A picture whose pixels are colours, red first, or numbers of colours. */
type Pixels<T extends Uint32Array | Uint8Array> = {
  readonly width: number
  readonly height: number
  readonly pixels: T
}

async function coloursOf(png: Buffer): Promise<Pixels<Uint32Array>> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = Uint32Array.from(
    { length: width * height },
    (_, at) => ((data[at * 4] ?? 0) << 16) | ((data[at * 4 + 1] ?? 0) << 8) | (data[at * 4 + 2] ?? 0),
  )
  return { width, height, pixels }
}

function withPalette(pictures: readonly Pixels<Uint32Array>[]) {
  const counts = new Map<number, number>()
  for (const { pixels } of pictures) {
    for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const kept = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxColours)
    .map(([colour]) => colour)
  const numbers = new Map([...counts.keys()].map((colour) => [colour, nearest(kept, colour)]))
  return {
    palette: Uint8Array.from(kept.flatMap(parts)),
    pictures: pictures.map((picture) => ({
      ...picture,
      pixels: Uint8Array.from(picture.pixels, (colour) => numbers.get(colour) ?? 0),
    })),
  }
}

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The smallest box around all that differs; one pixel where nothing does, since a part can't be empty. */
function changedBox(
  before: Pixels<Uint8Array> | undefined,
  { width, height, pixels }: Pixels<Uint8Array>,
): Box {
  if (before === undefined) return { left: 0, top: 0, right: width, bottom: height }
  const changed = Array.from(pixels.keys()).filter((at) => pixels[at] !== before.pixels[at])
  if (changed.length === 0) return { left: 0, top: 0, right: 1, bottom: 1 }
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (const at of changed) {
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return box
}

function cut({ width, pixels }: Pixels<Uint8Array>, { left, top, right, bottom }: Box): Pixels<Uint8Array> {
  const rows = Array.from({ length: bottom - top }, (_, y) =>
    pixels.subarray((top + y) * width + left, (top + y) * width + right),
  )
  return { width: right - left, height: bottom - top, pixels: Uint8Array.from(Buffer.concat(rows)) }
}

function parts(colour: number): readonly [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

/** The place of the colour that is nearest to it. */
function nearest(kept: readonly number[], colour: number): number {
  const wanted = parts(colour)
  let [best, distance] = [0, Number.POSITIVE_INFINITY]
  for (const [number, each] of kept.entries()) {
    const found = parts(each).reduce((sum, part, at) => sum + (part - (wanted[at] ?? 0)) ** 2, 0)
    if (found < distance) [best, distance] = [number, found]
  }
  return best
}
