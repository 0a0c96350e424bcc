import type { WebContents } from 'electron'
import { fail, succeed } from '../../shared/result'
import type { SaveFile } from '../files/save-file'
import { layOutPdf } from '../print/lay-out-pdf'
import { printPage } from '../print/print-page'
import type { Handlers } from './answer-call'

type Deps = {
  readonly contents: Pick<WebContents, 'print' | 'printToPDF'>
  readonly saveFile: SaveFile
  readonly writeClipboard: (text: string) => void
}

/** What leaves the screen: on paper, into a file, into the clipboard. */
export function paperHandlers({ contents, saveFile, writeClipboard }: Deps) {
  return {
    'paper:print': ({ paper, height }) => printPage(contents, paper, height),
    'paper:save-pdf': async ({ paper, suggestedName }) => {
      let content: Uint8Array
      try {
        // Before the dialog: a scan may change the screen while it is open.
        content = await layOutPdf((options) => contents.printToPDF(options), paper)
      } catch (error) {
        return fail({ kind: 'print_failed', detail: error instanceof Error ? error.message : String(error) })
      }
      return saveFile({ suggestedName, kind: 'pdf', content })
    },
    'clipboard:copy': ({ text }) => {
      writeClipboard(text)
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
