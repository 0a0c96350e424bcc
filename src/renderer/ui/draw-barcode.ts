import { code128, qrcode } from 'bwip-js/browser'

export type BarcodeKind = 'code128' | 'qrcode'

const common = { backgroundcolor: 'FFFFFF', barcolor: '111111', includetext: false, scale: 1 } as const
/** Of a linear code: 64 CSS pixels. bwip-js takes millimetres, with 72 pixels to the inch. */
const height = (64 * 25.4) / 72
/** In CSS pixels. */
const maxBarWidth = { code128: 2, qrcode: 4 } as const

/** In bytes of UTF-8. A longer code is too fine for a camera and takes half a second to compute. */
const maxSquareCodeBytes = 600

export type BarcodeSpace = {
  /** CSS pixels available. */
  readonly width: number
  /** Canvas pixels per CSS pixel: the screen's own, or more for paper. */
  readonly density: number
}

/** Draws each bar one canvas pixel wide. */
function paint(canvas: HTMLCanvasElement, kind: BarcodeKind, text: string): void {
  if (kind === 'qrcode') qrcode(canvas, { ...common, bcid: 'qrcode', text, padding: 4 })
  else code128(canvas, { ...common, bcid: 'code128', text, height, paddingwidth: 10, paddingheight: 6 })
}

/** Enlarges a code by whole numbers: computing a long one takes 100 ms, enlarging none. */
function enlarge(canvas: HTMLCanvasElement, across: number, down: number): void {
  const small = new OffscreenCanvas(canvas.width, canvas.height)
  small.getContext('2d')?.drawImage(canvas, 0, 0)
  canvas.width *= across
  canvas.height *= down
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No context to draw on')
  context.imageSmoothingEnabled = false
  context.drawImage(small, 0, 0, canvas.width, canvas.height)
}

/**
 * Draws a code with its quiet zone. Every bar is a whole number of canvas pixels wide, since scanners misread scaled
 * codes. Returns false when the text does not fit.
 */
export function drawBarcode(
  canvas: HTMLCanvasElement,
  kind: BarcodeKind,
  text: string,
  space: BarcodeSpace,
): boolean {
  const { width, density } = space
  if (kind === 'qrcode' && new TextEncoder().encode(text).length > maxSquareCodeBytes) return false
  try {
    paint(canvas, kind, text)
    const fitting = Math.floor((width * density) / canvas.width)
    const scale = Math.max(1, Math.min(fitting, maxBarWidth[kind] * density))
    enlarge(canvas, scale, kind === 'qrcode' ? scale : density)
    canvas.style.width = `${canvas.width / density}px`
    return true
  } catch {
    return false
  }
}
