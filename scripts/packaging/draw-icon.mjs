// @ts-check
import { readFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { inProject } from '../setup/project.mjs'

/**
 * The program's icon, drawn from resources/icon.svg at one size. The drawing itself is scaled, never a picture of it.
 * Call it again only when it has answered: several drawings at once have crashed the library.
 * @param {number} size width and height, in pixels
 * @returns {Promise<Buffer>} a PNG
 */
export async function drawIcon(size) {
  const drawing = readFileSync(inProject('resources', 'icon.svg'), 'utf8')
  const scaled = drawing.replace(/width="\d+" height="\d+"/, `width="${size}" height="${size}"`)
  const canvas = createCanvas(size, size)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(scaled)), 0, 0, size, size)
  return canvas.toBuffer('image/png')
}
