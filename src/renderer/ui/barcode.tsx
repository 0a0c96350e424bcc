import { useEffect, useRef, useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import { words } from '../words/words'
import type { BarcodeKind } from './draw-barcode'
import { UntrustedText } from './text'

/** Marks a drawn canvas. Printing waits for it. */
export const drawnAttribute = 'data-drawn'

const widths = { screen: { code128: 404, qrcode: 150 }, paper: { code128: 264, qrcode: 130 } } as const
/** Printers are finer than screens. */
const paperDensity = 4

/**
 * A barcode on a canvas, dark on white in every theme so that it can be scanned off the screen. Loads the writer on first
 * use. Says so when the text does not fit a code.
 */
export function Barcode(props: {
  readonly kind: BarcodeKind
  readonly text: string
  readonly label: string
  readonly on: 'screen' | 'paper'
  /** In CSS pixels, if narrower than usual. */
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
      {failed && <p className="soft">{words.receipt.notInCode}</p>}
    </div>
  )
}

export function TransactionBarcode({ id, on }: { readonly id: string; readonly on: 'screen' | 'paper' }) {
  return (
    <>
      <Barcode kind="code128" text={id} label={words.receipt.barcode(isolatedText(id))} on={on} />
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
