import { code128, qrcode } from 'bwip-js/browser'

export type BarcodeKind = 'code128' | 'qrcode'

const common = { backgroundcolor: 'FFFFFF', barcolor: '111111', includetext: false } as const
/** bwip-js takes heights in millimetres, at this many dots of scale 1 each. */
const dotsPerMillimetre = 72 / 25.4
const linearHeight = 64
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

function paint(
  canvas: HTMLCanvasElement,
  kind: BarcodeKind,
  text: string,
  scale: number,
  height: number,
): void {
  if (kind === 'qrcode') {
    qrcode(canvas, { ...common, bcid: 'qrcode', text, scale, padding: 4 })
    return
  }
  const millimetres = height / scale / dotsPerMillimetre
  code128(canvas, {
    ...common,
    bcid: 'code128',
    text,
    scale,
    height: millimetres,
    paddingwidth: 10,
    paddingheight: 3,
  })
}

/** Enlarges a square code: computing a long one takes 100 ms, enlarging none. */
function enlarge(canvas: HTMLCanvasElement, scale: number): void {
  const small = new OffscreenCanvas(canvas.width, canvas.height)
  small.getContext('2d')?.drawImage(canvas, 0, 0)
  canvas.width *= scale
  canvas.height *= scale
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
    // At scale 1, to learn its width in bars.
    paint(canvas, kind, text, 1, linearHeight)
    const fitting = Math.floor((width * density) / canvas.width)
    const scale = Math.max(1, Math.min(fitting, maxBarWidth[kind] * density))
    if (kind === 'qrcode') enlarge(canvas, scale)
    else paint(canvas, kind, text, scale, linearHeight * density)
    canvas.style.width = `${canvas.width / density}px`
    return true
  } catch {
    return false
  }
}
