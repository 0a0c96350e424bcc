// @ts-check
import { runScript, say } from '../scripts/setup/project.mjs'
import { callFigures } from './calls.mjs'
import { growthFigures } from './growth.mjs'
import { hostileInputFigures, hostileRecordFigures } from './hostile-inputs.mjs'
import { journalFileFigures } from './journal-file.mjs'
import { longJournalFigures } from './long-journal.mjs'
import { quick, rounds } from './plan.mjs'
import { machine, writeDocument, writeResults } from './record.mjs'
import { savedCopyFigures } from './saved-copies.mjs'
import { searchFigures } from './searching.mjs'
import { sizeFigures } from './sizes.mjs'
import { measureStarts, startFigures } from './starts.mjs'
import { screenTable } from './table.mjs'
import { fillTills, troubledService } from './tills.mjs'

/** Less than the time between two scans of the bench, so that each meets a till at rest. */
const troubleMs = 150

await runScript(async () => {
  const began = Date.now()
  const service = await troubledService({ afterMs: troubleMs })
  const { figures, starts } = await measureAll(service).finally(() => service.stop())
  const made = machine()
  const results = { machine: made, quick, rounds, figures, starts }
  writeResults(quick ? 'out/bench/results.json' : 'bench/results.json', results)
  if (!quick) writeDocument(figures, made)
  say(`measured in ${secondsSince(began)} s`)
})

/**
 * Everything, one after the other; each part's table is printed as soon as it is measured.
 * @param {Awaited<ReturnType<typeof troubledService>>} service
 */
async function measureAll(service) {
  const tills = await fillTills(service)
  const starts = await measureStarts(tills, service)
  const parts = [
    () => startFigures(starts),
    () => longJournalFigures(service),
    () => journalFileFigures(),
    () => growthFigures(),
    () => savedCopyFigures(tills),
    () => searchFigures(tills),
    () => callFigures(),
    () => hostileInputFigures(),
    () => hostileRecordFigures(),
    () => sizeFigures(tills),
  ]
  const figures = []
  for (const part of parts) {
    const began = Date.now()
    const measured = await part()
    process.stdout.write(`\n${screenTable(measured)}\n(${secondsSince(began)} s)\n`)
    figures.push(...measured)
  }
  return { figures, starts }
}

/** @param {number} began */
function secondsSince(began) {
  return Math.round((Date.now() - began) / 1000)
}
