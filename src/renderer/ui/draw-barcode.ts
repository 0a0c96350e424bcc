import { code128, qrcode } from 'bwip-js/browser'
import type { BarcodeKind } from './barcode'

const common = { backgroundcolor: 'FFFFFF', barcolor: '111111', includetext: false } as const

/** Draws a code on a canvas with its quiet zone. Answers false when the text does not fit such a code. */
export function drawBarcode(canvas: HTMLCanvasElement, kind: BarcodeKind, text: string): boolean {
  try {
    if (kind === 'code128') {
      code128(canvas, {
        ...common,
        bcid: 'code128',
        text,
        scale: 2,
        height: 14,
        paddingwidth: 10,
        paddingheight: 4,
      })
    } else {
      qrcode(canvas, { ...common, bcid: 'qrcode', text, scale: 4, padding: 8 })
    }
    return true
  } catch {
    return false
  }
}
