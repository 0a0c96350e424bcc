import { useEffect, useRef, useState } from 'react'
import { receiptWords } from '../words/receipt'
import type { BarcodeKind } from './draw-barcode'
import { Foreign } from './text'

/** Set on a canvas once it is drawn: what goes on paper waits for it. */
export const drawnAttribute = 'data-drawn'

const widths = { screen: { code128: 404, qrcode: 150 }, paper: { code128: 264, qrcode: 130 } } as const
/** Printers have far finer dots than screens. */
const paperDensity = 4

/**
 * A barcode on a canvas, dark on white in every theme so that a scanner reads it off the screen. The drawing
 * code loads with the first one. A text that no such code can hold is said in words.
 */
export function Barcode(props: {
  readonly kind: BarcodeKind
  readonly text: string
  readonly label: string
  readonly on: 'screen' | 'paper'
  /** CSS pixels it may be wide, where that is less than usual. */
  readonly width?: number
}) {
  const { kind, text, label, on, width } = props
  const ref = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const draw = async () => {
      const { drawBarcode } = await import('./draw-barcode')
      await drawingTurn()
      const canvas = ref.current
      if (!current || canvas === null) return
      const density = on === 'paper' ? paperDensity : Math.ceil(window.devicePixelRatio)
      setFailed(!drawBarcode(canvas, kind, text, { width: width ?? widths[on][kind], density }))
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
      {failed && <p className="soft">{receiptWords.notInCode}</p>}
    </div>
  )
}

export function TransactionBarcode({ id, on }: { readonly id: string; readonly on: 'screen' | 'paper' }) {
  return (
    <>
      <Barcode kind="code128" text={id} label={receiptWords.barcode(id)} on={on} />
      <Foreign as="p" className="barcode-text mono soft fine" text={id} />
    </>
  )
}

let last: Promise<void> = Promise.resolve()

/** A pause in which the window hears keys and paints. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/**
 * Resolves when it is the asker's turn to draw what takes long: one piece at a time, with a pause between, so that keys
 * never wait for all of them (docs/architecture.md, "Budgets": nothing from outside holds the window for more than 200 ms).
 */
export function drawingTurn(): Promise<void> {
  last = last.then(pause)
  return last
}
