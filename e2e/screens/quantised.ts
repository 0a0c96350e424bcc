import { createCanvas, loadImage } from '@napi-rs/canvas'
import { pngOf } from '../fixtures/png'

const mostColours = 256

/**
 * The same picture with at most 256 colours, so that the repository stays small: the colours that it has most of, and the
 * nearest of them for every other. A screen has few but for the edges of its letters.
 */
export async function quantised(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colours = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  for (let at = 0; at < colours.length; at += 1) {
    const colour = ((data[at * 4] ?? 0) << 16) | ((data[at * 4 + 1] ?? 0) << 8) | (data[at * 4 + 2] ?? 0)
    colours[at] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const kept = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostColours)
    .map(([colour]) => colour)
  const numbers = new Map([...counts.keys()].map((colour) => [colour, nearest(kept, colour)]))
  return pngOf({
    width,
    height,
    palette: Uint8Array.from(kept.flatMap(parts)),
    pixels: Uint8Array.from(colours, (colour) => numbers.get(colour) ?? 0),
  })
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
