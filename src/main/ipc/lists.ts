import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { OpenDialogOptions } from 'electron'
import type { Fault } from '../../shared/fault'
import type { OutageState } from '../../shared/outage'
import { fail, type Result, succeed } from '../../shared/result'
import { readListFile } from '../prefetch/list-file'
import { reportCsv } from '../prefetch/prefetch-service'
import { changesOf } from '../settings/settings'
import { localDay } from '../system/clock'
import { systemWords } from '../system/words'
import type { Handlers } from './answer'
import type { Parts } from './parts'

/** As many of the missed codes as a person reads on the screen; the rest is in the saved list. */
const mostShown = 200

const listFiles = (): OpenDialogOptions => ({
  properties: ['openFile'],
  filters: [
    { name: systemWords.lists, extensions: ['csv', 'txt', 'tsv'] },
    { name: systemWords.allFiles, extensions: ['*'] },
  ],
})

/** What the person chose, or null. */
async function chosen(
  showOpenDialog: Parts['showOpenDialog'],
  options: OpenDialogOptions,
): Promise<string | null> {
  const { canceled, filePaths } = await showOpenDialog(options)
  return canceled ? null : (filePaths[0] ?? null)
}

/** Lists of codes, the watched folder, and what became of them. */
export function listHandlers(parts: Parts) {
  const { outage, settings, note, showOpenDialog, saveFile, now } = parts

  async function watchFolder(watchedFolder: string): Promise<Result<OutageState, Fault>> {
    const before = settings.read()
    const changed = settings.change({ watchedFolder })
    if (!changed.ok) return changed
    for (const act of changesOf(before, changed.value)) note(act)
    return succeed(await outage.read())
  }

  return {
    'outage:read': async () => succeed(await outage.read()),
    'outage:report': async () => {
      const [{ missed: count }, rows] = await Promise.all([outage.read(), outage.missed(mostShown)])
      const codes = rows.map(({ code, list, importedAt, why }) => ({
        code,
        list,
        why,
        imported: new Date(importedAt).toISOString(),
      }))
      return succeed({ codes, count })
    },
    'outage:take-list': (given) => outage.give(given),
    'outage:choose-file': async () => {
      const place = await chosen(showOpenDialog, listFiles())
      if (place === null) return succeed(null)
      // Whoever chooses a link by hand means the file that it leads to.
      const read = await readListFile(await realpath(place).catch(() => place))
      if (!read.ok) return read
      const { bytes, seen, moved } = read.value
      const name = path.basename(place)
      // Taken half it would look whole.
      if (moved) return fail({ kind: 'list_not_taken', name, why: 'not_readable', line: 0 })
      return outage.give({ name, content: bytes, madeAt: seen.changedAt })
    },
    'outage:choose-folder': async () => {
      const place = await chosen(showOpenDialog, { properties: ['openDirectory'] })
      return place === null ? succeed(await outage.read()) : watchFolder(place)
    },
    'outage:clear-folder': () => watchFolder(''),
    'outage:steer': async ({ to }) => {
      const steered = await outage.steer(to)
      return steered.ok ? succeed(await outage.read()) : steered
    },
    'outage:save-report': async () =>
      saveFile({
        suggestedName: `Tillside codes not found ${localDay(now().getTime())}`,
        kind: 'csv',
        content: reportCsv(await outage.missed(-1)),
      }),
  } satisfies Partial<Handlers>
}
