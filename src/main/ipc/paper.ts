import type { SlipWay } from '../../shared/attempt/attempt'
import { localDay } from '../../shared/base/local-time'
import { succeed } from '../../shared/base/result'
import { diagnosticsText } from '../system/diagnostics'
import { layOutPdf, printPage } from '../system/print'
import type { Handlers } from './answer'
import type { Parts } from './handlers'

/** Printing, files, the clipboard, the window's errors and its reload. */
export function paperHandlers(parts: Parts) {
  const { contents, saveFile, writeClipboard, refundService, settings, log } = parts
  const count = (marker: string, how: SlipWay) => {
    if (marker !== '') refundService.slipMade(marker, how)
  }
  return {
    'paper:print': async ({ subject, marker, paper, height }) => {
      const printed = await printPage(contents, { paper, height }, log)
      if (!printed.ok || printed.value.done !== 'printed') return printed
      count(marker, 'printed')
      // After a disk error the test print is offered again.
      if (subject === 'test_slip') await settings.change({ testPrint: 'done' })
      return printed
    },
    'paper:save-pdf': async ({ marker, paper, height, suggestedName }) => {
      // Before the dialog: a scan may change the screen while it is open.
      const pdf = await layOutPdf(contents, { paper, height }, log)
      if (!pdf.ok) return pdf
      const file = await saveFile({ suggestedName, kind: 'pdf', content: pdf.value })
      if (file.ok && file.value.saved) count(marker, 'saved')
      return file
    },
    'clipboard:copy': ({ text }) => {
      writeClipboard(text)
      return succeed({})
    },
    'support:save-diagnostics': async () => {
      const at = parts.now()
      const content = diagnosticsText({
        at,
        app: parts.readAppState(),
        journal: refundService.journalHead(),
        watchedFolder: (await parts.lists.read()).folder?.path ?? '',
        folders: parts.folders,
        account: parts.account,
      })
      const suggestedName = `Tillside diagnostics ${localDay(at.getTime())}`
      return saveFile({ suggestedName, kind: 'json', content })
    },
    'window:report-error': ({ place, message }) =>
      succeed({ reference: log.error(`The window could not show ${place}: ${message}`) }),
    'window:reload': () => {
      // Lets the answer to this call go out first.
      setImmediate(parts.reloadPage)
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
