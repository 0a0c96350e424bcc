import type { AppState } from '../../shared/contract'

export type Paper = AppState['paper']

/** What is asked of Chromium's PDF printer; sizes are inches. */
export type PdfOptions = {
  readonly printBackground: true
  readonly margins: { readonly top: 0; readonly bottom: 0; readonly left: 0; readonly right: 0 }
  readonly pageSize: 'A4' | { readonly width: number; readonly height: number }
}
export type PrintToPdf = (options: PdfOptions) => Promise<Uint8Array>

const millimetresPerInch = 25.4
const rollWidth = 80
/** A receipt roll has no pages: the strip is cut where the text ends, in millimetres. */
const shortestStrip = 60
const firstStrip = 150
const longestStrip = 1500
const grain = 3

const noMargins = { top: 0, bottom: 0, left: 0, right: 0 } as const

function strip(height: number): PdfOptions {
  const pageSize = { width: rollWidth / millimetresPerInch, height: height / millimetresPerInch }
  return { printBackground: true, margins: noMargins, pageSize }
}

/** How many pages a PDF has, by its page objects; 0 when they cannot be seen in it. */
export function countPages(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type\s*\/Page(?![A-Za-z])/g) ?? []
  ).length
}

/**
 * Lays the window's paper out as a PDF: A4 pages, or one 80 mm strip just as long as its text. Nothing tells
 * how long that is, so strips are tried: longer and longer ones until one page holds it all, then by halving.
 */
export async function layOutPdf(printToPdf: PrintToPdf, paper: Paper): Promise<Uint8Array> {
  if (paper === 'a4') return printToPdf({ printBackground: true, margins: noMargins, pageSize: 'A4' })
  let [tooShort, fits] = [shortestStrip, firstStrip]
  let best = await printToPdf(strip(fits))
  while (countPages(best) !== 1) {
    if (fits === longestStrip) return best
    ;[tooShort, fits] = [fits, Math.min(fits * 2, longestStrip)]
    best = await printToPdf(strip(fits))
  }
  while (fits - tooShort > grain) {
    const height = Math.round((tooShort + fits) / 2)
    const pdf = await printToPdf(strip(height))
    if (countPages(pdf) === 1) [fits, best] = [height, pdf]
    else tooShort = height
  }
  return best
}
