import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { inProject } from '../setup/project.mjs'
import { icnsOf, icoOf, linuxSizes, macSizes, type Picture, windowsSizes } from './icon-files'

/** Draws resources/icon.svg at every size that a package needs, into resources/. */
export async function drawIcons(): Promise<void> {
  mkdirSync(inProject('resources', 'icons'), { recursive: true })
  for (const { size, png } of await drawAll(linuxSizes)) {
    writeFileSync(inProject('resources', 'icons', `${size}x${size}.png`), png)
  }
  writeFileSync(inProject('resources', 'icon.ico'), icoOf(await drawAll(windowsSizes)))
  writeFileSync(inProject('resources', 'icon.icns'), icnsOf(await drawAll(macSizes)))
}

async function drawAll(sizes: readonly number[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const size of sizes) pictures.push({ size, png: await drawIcon(size) })
  return pictures
}

/**
 * The program's icon, drawn from resources/icon.svg at one size. The drawing itself is scaled, never a picture of it.
 * Call it again only when it has answered: several drawings at once have crashed the library.
 * @param size width and height, in pixels
 * @returns a PNG
 */
export async function drawIcon(size: number): Promise<Buffer> {
  const drawing = readFileSync(inProject('resources', 'icon.svg'), 'utf8')
  const scaled = drawing.replace(/width="\d+" height="\d+"/, `width="${size}" height="${size}"`)
  const canvas = createCanvas(size, size)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(scaled)), 0, 0, size, size)
  return canvas.toBuffer('image/png')
}
