import { readFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'
import { drawIcon } from './draw-icons'
import { icnsOf, icoOf, linuxSizes, macSizes, windowsSizes } from './icon-files'

const resource = (...names: string[]) => readFileSync(inProject('resources', ...names))

/** Width and height of a PNG, as it says itself. */
function sizeOf(png: Buffer): readonly number[] {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

/** The PNGs in an icon file for Windows. */
function picturesOfIco(file: Buffer): readonly Buffer[] {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index
    const offset = file.readUInt32LE(entry + 12)
    return file.subarray(offset, offset + file.readUInt32LE(entry + 8))
  })
}

/** The PNGs in an icon file for macOS, by what it calls them. */
function picturesOfIcns(file: Buffer): ReadonlyMap<string, Buffer> {
  const pictures = new Map<string, Buffer>()
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    pictures.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + file.readUInt32BE(at + 4)))
  }
  return pictures
}

async function pixelsOf(png: Buffer): Promise<Uint8ClampedArray> {
  const [width = 0, height = 0] = sizeOf(png)
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(png), 0, 0)
  return context.getImageData(0, 0, width, height).data
}

describe('the icons in resources/', () => {
  it('have every size of every system', () => {
    const both = (sizes: readonly number[]) => sizes.map((size) => [size, size])
    expect(linuxSizes.map((size) => sizeOf(resource('icons', `${size}x${size}.png`)))).toEqual(
      both(linuxSizes),
    )
    expect(picturesOfIco(resource('icon.ico')).map(sizeOf)).toEqual(both(windowsSizes))
    const mac = [...picturesOfIcns(resource('icon.icns')).values()].map((png) => sizeOf(png)[0])
    expect([...new Set(mac)]).toEqual(macSizes)
  })

  it('are drawn from the drawing as it is now', async () => {
    const drawn = await pixelsOf(await drawIcon(64))
    const kept = await pixelsOf(resource('icons', '64x64.png'))
    const apart = drawn.reduce((sum, value, index) => sum + Math.abs(value - (kept[index] ?? 0)), 0)
    expect(apart / drawn.length).toBeLessThan(1)
  })
})

describe('an icon file', () => {
  const pictures = [16, 256].map((size) => ({ size, png: Buffer.from(`a picture of ${size}`) }))

  it('for Windows holds each picture whole, 256 pixels written as 0', () => {
    const file = icoOf(pictures)
    expect(picturesOfIco(file)).toEqual(pictures.map(({ png }) => png))
    expect([file[6], file[22]]).toEqual([16, 0])
  })

  it('for macOS holds each picture under each of its names, and refuses a size without one', () => {
    const file = icnsOf(pictures)
    expect([...picturesOfIcns(file).keys()]).toEqual(['icp4', 'ic08', 'ic13'])
    expect(file.readUInt32BE(4)).toBe(file.length)
    expect(() => icnsOf([{ size: 20, png: Buffer.alloc(1) }])).toThrow('no name for an icon of 20 pixels')
  })
})

describe('the desktop entry', () => {
  it('says what installers make of electron-builder.yml', () => {
    const file = resource('tillside.desktop').toString()
    const settings = readFileSync(inProject('electron-builder.yml'), 'utf8')
    const entries = /^ {4}entry:\n((?: {6}.+\n)+)/m.exec(settings)?.[1]?.trim().split('\n') ?? []
    expect(entries).toHaveLength(5)
    for (const entry of entries) {
      const [, name = '', value = ''] = /^\s*(\w+): '?(.+?)'?$/.exec(entry) ?? []
      expect(file).toContain(`\n${name}=${value}\n`)
    }
  })
})
