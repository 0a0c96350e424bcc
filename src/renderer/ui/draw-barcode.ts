import { code128, qrcode } from 'bwip-js/browser'

export type BarcodeKind = 'code128' | 'qrcode'

const common = { backgroundcolor: 'FFFFFF', barcolor: '111111', includetext: false } as const
/** bwip-js takes heights in millimetres and counts so many dots of scale 1 for each. */
const dotsPerMillimetre = 72 / 25.4
const linearHeight = 64
/** The widest a single bar gets, in CSS pixels. */
const widestBar = { code128: 2, qrcode: 4 } as const

/**
 * The longest text of a square code, in bytes of UTF-8. More than that has squares too small for a camera in the space
 * that there is, and takes the window half a second to work out.
 */
const longestSquare = 600

export type BarcodeSpace = {
  /** CSS pixels that the code may be wide. */
  readonly width: number
  /** Canvas pixels for one CSS pixel: the screen's own, or more for paper. */
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

/** Squares are the same at any whole scale: a long code takes 100 ms to be worked out, and nothing to be enlarged. */
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
 * Draws a code on a canvas with its quiet zone, every bar a whole number of canvas pixels wide: a scaled
 * barcode is one that scanners misread. Answers false when the text does not fit such a code.
 */
export function drawBarcode(
  canvas: HTMLCanvasElement,
  kind: BarcodeKind,
  text: string,
  space: BarcodeSpace,
): boolean {
  const { width, density } = space
  if (kind === 'qrcode' && new TextEncoder().encode(text).length > longestSquare) return false
  try {
    // Once at scale 1, to learn how many bars wide it is.
    paint(canvas, kind, text, 1, linearHeight)
    const fitting = Math.floor((width * density) / canvas.width)
    const scale = Math.max(1, Math.min(fitting, widestBar[kind] * density))
    if (kind === 'qrcode') enlarge(canvas, scale)
    else paint(canvas, kind, text, scale, linearHeight * density)
    canvas.style.width = `${canvas.width / density}px`
    return true
  } catch {
    return false
  }
}
