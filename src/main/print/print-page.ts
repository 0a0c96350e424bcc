import type { WebContents } from 'electron'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Paper } from './lay-out-pdf'

/** In thousandths of a millimetre, as Electron's `print` takes them. */
const rollWidth = 80_000
const thousandths = 1000
/** What printers and screens differ by, in millimetres: the last line must not come on a second page. */
const spare = 4
const longestStrip = 1500

/** What Chromium answers when the person closed the print dialog. */
const thoughtBetter = /cancel/i

export type PrintResult = Result<{ readonly done: 'printed' | 'cancelled' }, FaultOf<'print_failed'>>

/**
 * Opens the system's print dialog for the window's paper, with the default printer chosen. Printing that is
 * called off is no failure.
 * @param height how long the laid out strip is, in millimetres; the roll is cut there.
 */
export function printPage(
  contents: Pick<WebContents, 'print'>,
  paper: Paper,
  height: number,
): Promise<PrintResult> {
  const strip = { width: rollWidth, height: Math.min(height + spare, longestStrip) * thousandths }
  return new Promise((resolve) => {
    contents.print(
      { silent: false, printBackground: true, pageSize: paper === 'a4' ? 'A4' : strip },
      (printed, why) => {
        if (printed) resolve(succeed({ done: 'printed' }))
        else if (thoughtBetter.test(why)) resolve(succeed({ done: 'cancelled' }))
        else resolve(fail({ kind: 'print_failed', detail: why }))
      },
    )
  })
}
