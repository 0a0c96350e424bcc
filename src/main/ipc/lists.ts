import { stringify } from 'csv-stringify/sync'
import { localDay } from '../../shared/base/local-time'
import { succeed } from '../../shared/base/result'
import type { MissedCode } from '../../shared/lookup/outage'
import { firstCells } from '../system/save-file'
import { systemWords } from '../system/words'
import type { Handlers } from './answer'
import type { Parts } from './parts'

/** On the screen; the saved report has all. */
const maxShown = 200

const reasons = { not_found: 'not found', unread: 'could not be read' } as const

/** Writes the missed codes as a CSV that can be taken as a list again: the codes are under "code". */
function reportCsv(missed: readonly MissedCode[]): string {
  const rows = missed.map(({ code, why, list, imported }) => [code, reasons[why], list, imported])
  return stringify([['code', 'result', 'list', 'taken'], ...rows], { ...firstCells, quoted_match: /^#/ })
}

/** Lists of codes, and their outcomes. */
export function listHandlers({ lists, showOpenDialog, saveFile, now }: Parts) {
  return {
    'outage:read': async () => succeed(await lists.read()),
    'outage:report': async () => succeed(await lists.missed(maxShown)),
    'outage:take-list': (given) => lists.give(given),
    'outage:choose-file': async () => {
      const filters = [
        { name: systemWords.lists, extensions: ['csv', 'txt', 'tsv'] },
        { name: systemWords.allFiles, extensions: ['*'] },
      ]
      const { canceled, filePaths } = await showOpenDialog({ properties: ['openFile'], filters })
      const [place] = filePaths
      return canceled || place === undefined ? succeed(null) : lists.giveFile(place)
    },
    'outage:steer': async ({ to }) => {
      await lists.steer(to)
      return succeed(await lists.read())
    },
    'outage:save-report': async () =>
      saveFile({
        suggestedName: `Tillside codes not found ${localDay(now().getTime())}`,
        kind: 'csv',
        content: reportCsv(await lists.missed(Number.POSITIVE_INFINITY)),
      }),
  } satisfies Partial<Handlers>
}
