import type { WebContents } from 'electron'
import type { SlipWay } from '../../shared/attempt'
import { fail, succeed } from '../../shared/result'
import type { SaveFile } from '../files/save-file'
import { layOutPdf } from '../print/lay-out-pdf'
import { printPage } from '../print/print-page'
import type { RefundService } from '../refund/refund-service'
import type { Handlers } from './answer-call'

type Deps = {
  readonly contents: Pick<WebContents, 'print' | 'printToPDF'>
  readonly saveFile: SaveFile
  readonly writeClipboard: (text: string) => void
  readonly refundService: Pick<RefundService, 'slipMade'>
}

/** What leaves the screen: on paper, into a file, into the clipboard. */
export function paperHandlers({ contents, saveFile, writeClipboard, refundService }: Deps) {
  const count = (marker: string, how: SlipWay) => {
    if (marker !== '') refundService.slipMade(marker, how)
  }
  return {
    'paper:print': async ({ marker, paper, height }) => {
      const printed = await printPage(contents, paper, height)
      if (printed.ok && printed.value.done === 'printed') count(marker, 'printed')
      return printed
    },
    'paper:save-pdf': async ({ marker, paper, suggestedName }) => {
      let content: Uint8Array
      try {
        // Before the dialog: a scan may change the screen while it is open.
        content = await layOutPdf((options) => contents.printToPDF(options), paper)
      } catch (error) {
        return fail({ kind: 'print_failed', detail: error instanceof Error ? error.message : String(error) })
      }
      const file = await saveFile({ suggestedName, kind: 'pdf', content })
      if (file.ok && file.value.saved) count(marker, 'saved')
      return file
    },
    'clipboard:copy': ({ text }) => {
      writeClipboard(text)
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
