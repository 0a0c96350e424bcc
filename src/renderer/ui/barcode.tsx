import { useEffect, useRef, useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import { type ReceiptFor, wordsFor } from '../words/receipt'
import { UntrustedText } from './text'

type BarcodeKind = 'code128' | 'qrcode'

const common = { backgroundcolor: 'FFFFFF', barcolor: '111111', includetext: false, scale: 1 } as const
/** Of a linear code: 64 CSS pixels. bwip-js takes millimetres, with 72 pixels to the inch. */
const height = (64 * 25.4) / 72
/** In CSS pixels. */
const maxBarWidth = { code128: 2, qrcode: 4 } as const

/** In bytes of UTF-8. A longer code is too fine for a camera and takes half a second to compute. */
const maxSquareCodeBytes = 600

type BarcodeSpace = {
  /** CSS pixels available. */
  readonly width: number
  /** Canvas pixels per CSS pixel: the screen's own, or more for paper. */
  readonly density: number
}

type Paint = (canvas: HTMLCanvasElement, kind: BarcodeKind, text: string) => void

/** Loads the writer, on first use. Returns what draws each bar one canvas pixel wide. */
async function loadWriter(): Promise<Paint> {
  const { code128, qrcode } = await import('bwip-js/browser')
  return (canvas, kind, text) => {
    if (kind === 'qrcode') qrcode(canvas, { ...common, bcid: 'qrcode', text, padding: 4 })
    else code128(canvas, { ...common, bcid: 'code128', text, height, paddingwidth: 10, paddingheight: 6 })
  }
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
function drawBarcode(
  paint: Paint,
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

/** Marks a drawn canvas. Printing waits for it. */
export const drawnAttribute = 'data-drawn'

const widths = { screen: { code128: 404, qrcode: 150 }, paper: { code128: 264, qrcode: 130 } } as const
/** Printers are finer than screens. */
const paperDensity = 4

/**
 * A barcode on a canvas, dark on white in every theme so that it can be scanned off the screen. Says so when the text does not
 * fit a code.
 */
export function Barcode(props: {
  readonly kind: BarcodeKind
  readonly text: string
  readonly label: string
  readonly to: ReceiptFor
  /** In CSS pixels, if narrower than usual. */
  readonly width?: number
}) {
  const { kind, text, label, to, width } = props
  const on = to === 'screen' ? 'screen' : 'paper'
  const ref = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const draw = async () => {
      const paint = await loadWriter()
      await drawingTurn()
      const canvas = ref.current
      if (!current || canvas === null) return
      const density = on === 'paper' ? paperDensity : Math.ceil(window.devicePixelRatio)
      setFailed(!drawBarcode(paint, canvas, kind, text, { width: width ?? widths[on][kind], density }))
      canvas.setAttribute(drawnAttribute, '')
    }
    void draw()
    return () => {
      current = false
    }
  }, [kind, text, on, width])
  return (
    <div className={`barcode barcode-${kind}`}>
      <canvas ref={ref} role="img" aria-label={label} hidden={failed} />
      {failed && <p className="soft">{wordsFor(to).receipt.notInCode}</p>}
    </div>
  )
}

export function TransactionBarcode({ id, to }: { readonly id: string; readonly to: ReceiptFor }) {
  const label = wordsFor(to).receipt.barcode(isolatedText(id))
  return (
    <>
      <Barcode kind="code128" text={id} label={label} to={to} />
      <UntrustedText as="p" className="barcode-text mono soft fine" text={id} />
    </>
  )
}

let last: Promise<void> = Promise.resolve()

/** Yields to keys and painting. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/**
 * Queues slow drawing: resolves one caller at a time, with a pause between, so that keys never wait for all of them
 * (docs/architecture.md, "Budgets": nothing from outside blocks the window for more than 200 ms).
 */
export function drawingTurn(): Promise<void> {
  last = last.then(pause)
  return last
}
