import type { WebContents } from 'electron'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Paper } from './lay-out-pdf'

/** In thousandths of a millimetre, as Electron's `print` takes them: the roll, and a page to tear off it. */
const roll = { width: 80_000, height: 297_000 }

/** What Chromium answers when the person closed the print dialog. */
const thoughtBetter = /cancel/i

/**
 * Opens the system's print dialog for the window's paper, with the default printer chosen. Printing that is
 * called off is no failure.
 */
export function printPage(
  contents: Pick<WebContents, 'print'>,
  paper: Paper,
): Promise<Result<Record<string, never>, FaultOf<'print_failed'>>> {
  return new Promise((resolve) => {
    contents.print(
      { silent: false, printBackground: true, pageSize: paper === 'a4' ? 'A4' : roll },
      (printed, why) => {
        if (printed || thoughtBetter.test(why)) resolve(succeed({}))
        else resolve(fail({ kind: 'print_failed', detail: why }))
      },
    )
  })
}
