import type { WebContents } from 'electron'
import type { SlipWay } from '../../shared/attempt'
import { succeed } from '../../shared/result'
import type { SaveFile } from '../files/save-file'
import type { Log } from '../log/log'
import { layOutPdf, printPage } from '../print/print-page'
import type { RefundService } from '../refund/refund-service'
import type { SettingsStore } from '../settings/settings'
import type { Handlers } from './answer-call'

type Deps = {
  readonly contents: Pick<WebContents, 'print' | 'printToPDF'>
  readonly saveFile: SaveFile
  readonly writeClipboard: (text: string) => void
  readonly refundService: Pick<RefundService, 'slipMade'>
  readonly settings: Pick<SettingsStore, 'change'>
  readonly appStateChanged: () => void
  readonly log: Pick<Log, 'warn'>
}

/** What leaves the screen: on paper, into a file, into the clipboard. */
export function paperHandlers(deps: Deps) {
  const { contents, saveFile, writeClipboard, refundService, settings, appStateChanged, log } = deps
  const count = (marker: string, how: SlipWay) => {
    if (marker !== '') refundService.slipMade(marker, how)
  }
  /** A disk that takes no settings leaves the test print to be offered again, and that is all. */
  const tested = async () => {
    settings.change({ testPrint: 'done' })
    appStateChanged()
  }
  return {
    'paper:print': async ({ subject, marker, paper, height }) => {
      const printed = await printPage(contents, { paper, height }, log)
      if (!printed.ok || printed.value.done !== 'printed') return printed
      count(marker, 'printed')
      if (subject === 'test_slip') await tested()
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
  } satisfies Partial<Handlers>
}
