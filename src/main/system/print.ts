import type { WebContents } from 'electron'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import type { FaultOf } from '../../shared/fault'
import type { Log } from './log'

type Paper = AppState['paper']
type PrintFault = FaultOf<'print_failed'>
type PrintResult = Result<{ readonly done: 'printed' | 'cancelled' }, PrintFault>

const rollWidthMm = 80
const maxStripMm = 1500
/** Room for the difference between printer and screen, so that the last line stays on the page. */
const spareMm = 4
const micronsPerMm = 1000
const mmPerInch = 25.4

/** Returns the length of a strip for a text of that height, in millimetres. */
const stripLength = (height: number) => Math.min(height + spareMm, maxStripMm)

/** The messages of Chromium and Electron (electron_api_web_contents.cc), and what they mean. */
const known: readonly (readonly [RegExp, PrintFault['why']])[] = [
  [/enumerate printers|no (valid )?printers/i, 'no_printer'],
  [/device ?name|printer settings|print job failed/i, 'printer'],
]

/** Chromium's message when the print dialog was closed. */
const cancelledWords = /cancel/i

/**
 * Opens the system's print dialog for the window's paper. A cancelled dialog is no failure.
 * @param height the height of the laid out strip, in millimetres
 */
export function printPage(
  contents: Pick<WebContents, 'print'>,
  { paper, height }: { readonly paper: Paper; readonly height: number },
  log: Pick<Log, 'warn'>,
): Promise<PrintResult> {
  const strip = { width: rollWidthMm * micronsPerMm, height: stripLength(height) * micronsPerMm }
  return new Promise((resolve) => {
    contents.print(
      { silent: false, printBackground: true, pageSize: paper === 'a4' ? 'A4' : strip },
      (printed, said) => {
        if (printed) return resolve(succeed({ done: 'printed' }))
        if (cancelledWords.test(said)) return resolve(succeed({ done: 'cancelled' }))
        log.warn(`Printing failed: ${said}`)
        const why = known.find(([words]) => words.test(said))?.[1] ?? 'unknown'
        return resolve(fail({ kind: 'print_failed', why }))
      },
    )
  })
}

/** Returns the window's paper as a PDF: A4 pages, or one 80 mm strip as long as its text. */
export async function layOutPdf(
  contents: Pick<WebContents, 'printToPDF'>,
  { paper, height }: { readonly paper: Paper; readonly height: number },
  log: Pick<Log, 'warn'>,
): Promise<Result<Uint8Array, PrintFault>> {
  const strip = { width: rollWidthMm / mmPerInch, height: stripLength(height) / mmPerInch }
  try {
    return succeed(
      await contents.printToPDF({
        printBackground: true,
        margins: { top: 0, bottom: 0, left: 0, right: 0 },
        pageSize: paper === 'a4' ? 'A4' : strip,
      }),
    )
  } catch (error) {
    log.warn(`No PDF was laid out: ${String(error)}`)
    return fail({ kind: 'print_failed', why: 'not_laid_out' })
  }
}
