/** The two file formats that hold an icon in several sizes. Both are a small table before PNGs. Pure. */

/** `size` is its width and height, in pixels */
export type Picture = { readonly size: number; readonly png: Buffer }

/** Linux wants a folder of sizes; Windows and macOS one file each that holds several. In pixels. */
export const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512]
export const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256]
export const macSizes = [16, 32, 64, 128, 256, 512, 1024]

const icoHead = 6
const icoEntry = 16

/**
 * An icon file for Windows.
 * @param pictures up to 256 pixels
 */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(icoHead)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = icoHead + icoEntry * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(icoEntry)
    // A byte holds up to 255: 0 stands for 256.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)])
}

/** What macOS calls each size; some sizes stand for a smaller icon on a fine display as well. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** An icon file for macOS. Throws for a size that it has no name for. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const parts = pictures.flatMap(({ size, png }) => {
    const types = icnsTypes[size]
    if (types === undefined) throw new Error(`macOS has no name for an icon of ${size} pixels`)
    return types.map((type) => part(type, png))
  })
  return part('icns', Buffer.concat(parts))
}

/** @param type four letters */
function part(type: string, content: Buffer) {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}
